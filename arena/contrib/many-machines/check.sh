#!/bin/sh
# Tests both recipes on this machine: the merged results must equal those of a single run, byte for byte.
#
#   ARENA=target/release/outflank-arena arena/contrib/many-machines/check.sh
#
# It also tries a sequential test over shards with a stop file, and the trainer's shards where TRAINER or
# target/release/outflank-trainer is a program; with the argument `shards`, only these two,
# which need no package.
#
# Needs Debian's packages parallel, slurm-wlm and munge; the Slurm part sets up a single-node cluster
# and needs root for that. With the argument `parallel`, only the part with GNU parallel runs.
set -eu
only=${1:-}
here=$(cd "$(dirname "$0")" && pwd)
ARENA=$(realpath "${ARENA:-target/release/outflank-arena}")
export ARENA
work=$(mktemp -d)
pids=
clean_up() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap clean_up EXIT
cd "$work"

# A sequential test over two shards: the same verdict as that of one run, and a file that stops the shards.
sprt="mobility random --seed 4"
bounds="--elo0 0 --elo1 50"
for shard in 1 2; do
    "$ARENA" match $sprt --pairs 60 --shard $shard/2 --stop-file stop --results sprt-$shard.jsonl >/dev/null
done
verdict=0
"$ARENA" sprt --merged sprt-1.jsonl sprt-2.jsonl $bounds --decided stop >merged.txt || verdict=$?
single=0
"$ARENA" sprt $sprt $bounds --results sprt.jsonl >single.txt || single=$?
[ $verdict -eq 4 ] && [ $single -eq 4 ] && [ -s stop ]
[ "$(tail -1 merged.txt)" = "$(tail -1 single.txt)" ]
cp sprt-1.jsonl before.jsonl
"$ARENA" match $sprt --pairs 90 --shard 1/2 --stop-file stop --results sprt-1.jsonl >/dev/null 2>&1
cmp before.jsonl sprt-1.jsonl
echo "sprt: two shards come to the verdict of the single run, and stop"

trainer=${TRAINER:-$here/../../../target/release/outflank-trainer}
if [ -x "$trainer" ]; then
    play="selfplay --files 4 --games 2 --depth 1 --exact 4 --threads 1"
    "$trainer" $play --out games >/dev/null 2>&1
    for shard in 1 2 3; do "$trainer" $play --shard $shard/3 --out shared >/dev/null 2>&1; done
    diff -r games shared
    for shard in 1 2; do
        "$trainer" label games --depth 1 --threads 1 --shard $shard/2 --out labels >/dev/null 2>&1
    done
    "$trainer" label games --depth 1 --threads 1 --out whole >/dev/null 2>&1
    diff -r labels whole
    echo "trainer: shards of selfplay and label make the files of the whole run"
fi
[ "$only" != shards ] || exit 0

set -- positional uct:50 --pairs 40 --seed 5
"$ARENA" match "$@" --results single.jsonl >/dev/null

SHARDS=4 "$here/parallel.sh" with-parallel "$@" >/dev/null
cmp single.jsonl with-parallel/merged.jsonl
echo "GNU parallel: 4 shards equal the single run"
[ "$only" != parallel ] || exit 0

host=$(hostname -s)
mkdir -p spool state run
dd if=/dev/urandom of=munge.key bs=1024 count=1 status=none
chmod 400 munge.key
cat >slurm.conf <<EOF
ClusterName=here
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/run/munge.socket
CryptoType=crypto/munge
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
export SLURM_CONF="$work/slurm.conf"
chmod 755 "$work"
munged --foreground --force --key-file=munge.key --socket="$work/run/munge.socket" \
    --pid-file="$work/run/munged.pid" --log-file="$work/munged.log" \
    --seed-file="$work/run/munge.seed" 2>/dev/null &
pids="$pids $!"
slurmctld -D >/dev/null 2>&1 &
pids="$pids $!"
slurmd -D -N "$host" >/dev/null 2>&1 &
pids="$pids $!"
tries=0
until sinfo --noheader --format=%T 2>/dev/null | grep -q idle; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { tail slurmctld.log slurmd.log munged.log; exit 1; }
    sleep 1
done
sbatch --wait --array=1-4 --chdir="$work" "$here/match.sbatch" with-slurm "$@" >/dev/null
"$ARENA" merge with-slurm/shard-*.jsonl --output with-slurm/merged.jsonl >/dev/null
cmp single.jsonl with-slurm/merged.jsonl
echo "Slurm: 4 array tasks equal the single run"
