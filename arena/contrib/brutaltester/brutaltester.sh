#!/bin/sh
# Runs cg-brutaltester with the arena's referee:
#     brutaltester.sh -p1 COMMAND -p2 COMMAND [-n GAMES] [-t THREADS] ...
# BRUTALTESTER is the path of its jar. -s plays every seed with both colours, -i makes runs reproducible.
referee="outflank-arena referee${OPENINGS:+ --openings $OPENINGS}"
exec java -jar "${BRUTALTESTER:-cg-brutaltester.jar}" -r "$referee" "$@"
