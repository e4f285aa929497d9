use super::*;

fn slurm(variables: &[(&str, &str)]) -> anyhow::Result<Shard> {
    Shard::from_slurm(|name| {
        variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
    })
}

fn error(result: anyhow::Result<Shard>) -> String {
    format!("{:#}", result.unwrap_err())
}

#[test]
fn shards_share_the_pairs_out() {
    let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).to_vec();
    for pair in 0..30 {
        assert_eq!(shards.iter().filter(|shard| shard.holds(pair)).count(), 1);
    }
    assert!((0..30).all(|pair| Shard::WHOLE.holds(pair)));
}

#[test]
fn what_is_no_shard_is_refused() {
    assert_eq!(error("0/3".parse()), "there is no shard 0 of 3: they count from 1");
    assert_eq!(error("4/3".parse()), "there is no shard 4 of 3: they count from 1");
    assert_eq!(error("1/0".parse()), "there is no shard 1 of 0: they count from 1");
    assert_eq!(error("2".parse()), "expected I/N, such as 1/4, not `2`");
}

#[test]
fn slurm_array_tasks_are_shards() {
    assert_eq!(slurm(&[]).unwrap(), Shard::WHOLE);
    let array = |task: &'static str, count: &'static str, first: &'static str, step: &'static str| {
        slurm(&[
            ("SLURM_ARRAY_TASK_ID", task),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_STEP", step),
        ])
    };
    assert_eq!(array("0", "4", "0", "1").unwrap(), Shard::new(1, 4).unwrap());
    assert_eq!(array("4", "4", "1", "1").unwrap(), Shard::new(4, 4).unwrap());
    assert_eq!(array("9", "3", "5", "2").unwrap(), Shard::new(3, 3).unwrap());
    assert_eq!(error(array("7", "3", "1", "1")), "Slurm's array has gaps: task 7 of 3 from 1");
    assert_eq!(error(slurm(&[("SLURM_ARRAY_TASK_ID", "1")])), "SLURM_ARRAY_TASK_COUNT is not set");
    assert!(error(slurm(&[("SLURM_ARRAY_TASK_ID", "x")])).starts_with("SLURM_ARRAY_TASK_ID is `x`"));
}
