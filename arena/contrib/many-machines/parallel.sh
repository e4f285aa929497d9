#!/bin/sh
# One match in SHARDS shares with GNU parallel, here or on other machines, and the merged results.
#
#   SHARDS=8 contrib/many-machines/parallel.sh results/ outflank git:HEAD~1 --pairs 4000
#
# The first argument is a directory, the others are those of `arena match` but --results and --shard. It keeps the
# job log, so that running the same line again repeats only what failed or was interrupted; for more pairs than
# before, remove the log. Options for parallel itself stand in PARALLEL, for example
# `PARALLEL="--sshlogin a,b --workdir $PWD"` where a and b see the directory as well.
set -eu
directory=$1
shift
arena=${ARENA:-arena}
shards=${SHARDS:-$(nproc)}
mkdir -p "$directory"
seq "$shards" | parallel --will-cite --joblog "$directory/jobs" --resume-failed --jobs "${JOBS:-100%}" \
    "$arena" match "$@" --shard "{}/$shards" --results "$directory/shard-{}.jsonl"
exec "$arena" merge "$directory"/shard-*.jsonl --output "$directory/merged.jsonl"
