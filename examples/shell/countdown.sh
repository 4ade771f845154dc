# What a tool does: the result on standard output, progress on standard error. SIGTERM ends it.
left=$1
while [ "$left" -gt 0 ]; do
    echo "$left …" >&2
    sleep 1
    left=$((left - 1))
done
echo "{\"from\": $1, \"said\": \"Lift-off!\"}"
