use super::*;

/// Everything from an empty folder, as small as it can be.
fn learn(folder: &Path, threads: usize) -> Vec<u8> {
    let out = folder.join("weights.rs");
    let options = Learn {
        folder: folder.join("work"),
        out: out.clone(),
        positions: 1,
        generations: 1,
        depth: 1,
        games: 4,
        characters: 3_000,
        seed: 3,
        threads,
    };
    options.run().unwrap();
    std::fs::read(out).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let first = learn(&folder.path().join("first"), 1);
    let second = learn(&folder.path().join("second"), 2);
    assert!(first == second, "the weights differ with the number of threads");
}
