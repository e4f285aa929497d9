#!/bin/sh
# One match in SHARDS shards with GNU parallel, on this machine or others, and the merged results.
#
#   SHARDS=8 arena/contrib/many-machines/parallel.sh results/ git:HEAD git:HEAD~1 --pairs 4000
#
# The first argument is a directory, the others are those of `arena match` without --results and --shard. The
# directory also holds the job log: the same command, run again, repeats only jobs that failed or were
# interrupted. Remove the log to play more pairs than before. PARALLEL holds options of GNU parallel, for
# example `PARALLEL="--sshlogin a,b --workdir $PWD"`, where a and b share the directory.
set -eu
directory=$1
shift
arena=${ARENA:-outflank-arena}
shards=${SHARDS:-$(nproc)}
mkdir -p "$directory"
seq "$shards" | parallel --will-cite --joblog "$directory/jobs" --resume-failed --jobs "${JOBS:-100%}" \
    "$arena" match "$@" --shard "{}/$shards" --results "$directory/shard-{}.jsonl"
exec "$arena" merge "$directory"/shard-*.jsonl --output "$directory/merged.jsonl"
