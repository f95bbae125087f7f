#!/usr/bin/env bash
# Tuning in bash, by `rootward tune objective`: one evaluation a value, the best first. TEMPLATE is the params with %s for the value.
#   scripts/optimizers/line_search.sh CONFIG TEMPLATE VALUE...
#   scripts/optimizers/line_search.sh tuning.yaml '{"search.selection.c": %s}' 0.3 0.5 0.7 1.0 1.4
set -euo pipefail
[[ $# -ge 3 ]] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 2; }
tuning=$1 template=$2
shift 2
for value in "$@"; do
  # shellcheck disable=SC2059  # the template is meant as a format
  params=$(printf "$template" "$value")
  result=$("${ROOTWARD:-rootward}" tune objective "$tuning" --params "$params" --quiet)
  mean=$(grep -o '"mean":[-+0-9.e]*' <<<"$result" | head -n 1 | cut -d: -f2)  # the first: opponents have theirs
  printf '%s\t%s\n' "$mean" "$params"
done | LC_ALL=C sort --reverse --general-numeric-sort
