use super::*;

#[tokio::test]
async fn one_visitor_cannot_take_everybodys_place() {
    let connections = Connections::default();
    let [greedy, other]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|address| address.parse().unwrap());
    let mut held = Vec::new();
    for _ in 0..MOST_OF_ONE {
        held.extend(connections.wait_for_place().await.give(greedy));
    }
    assert_eq!(held.len(), MOST_OF_ONE);
    assert!(connections.wait_for_place().await.give(greedy).is_none());
    assert!(connections.wait_for_place().await.give(other).is_some());
    held.pop();
    assert!(connections.wait_for_place().await.give(greedy).is_some(), "one has gone");
    drop(held);
    assert_eq!(connections.places.available_permits(), MOST);
    assert!(connections.counts.lock().unwrap().is_empty());
}
