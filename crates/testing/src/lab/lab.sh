# A lab inside this machine: a bridge, a server and benches, each a host with namespaces and a root of its own.
#
# Everything hangs on this shell, which is the first process of a process namespace: when it ends, however that happens,
# the kernel ends every process of the lab, and with them go namespaces, mounts, bridge and addresses. Nothing has a name
# outside, so that any number of labs stand side by side.
#
# lab.sh FOLDER REPOSITORY PROGRAM BENCHES
set -eu
folder=$1 repository=$2 program=$3 benches=$4

trap 'umount -l "$folder/hosts" 2> /dev/null || true; rm -rf --one-file-system "$folder"' EXIT
# Ctrl-C reaches the whole group of the terminal: the end of the input decides here.
trap '' INT

mount --make-rprivate /
mount -t proc proc /proc
mkdir "$folder/hosts" "$folder/shared" "$folder/ssh"
mount -t tmpfs -o mode=755 tmpfs "$folder/hosts"
ip link set lo up
ip link add lab type bridge
ip link set lab up
for key in host user; do
    ssh-keygen -q -t ed25519 -N '' -C "$key" -f "$folder/ssh/$key"
done

# host NAME ADDRESS
host() {
    unshare --net --mount --pid --uts --ipc --fork --kill-child \
        sh "$folder/host.sh" "$folder" "$repository" "$program" "$1" "$2" "$benches" > "$folder/$1.log" 2>&1 &
    outer=$!
    # Until it has begun, with a network of its own.
    inner=
    until [ -n "$inner" ]; do
        sleep 0.02
        inner=$(cut -d' ' -f1 "/proc/$outer/task/$outer/children")
    done
    ip link add "to-$1" type veth peer name eth0 netns "$inner"
    ip link set "to-$1" master lab up
    echo "$inner" > "$folder/$1.pid"
}

host server 10.77.0.10
for number in $(seq "$benches"); do
    host "bench$number" "10.77.0.$((10 + number))"
done
for pid in "$folder"/*.pid; do
    name=$(basename "$pid" .pid)
    until [ -e "$folder/shared/$name.ready" ]; do
        kill -0 "$(cat "$pid")" || { cat "$folder/$name.log"; exit 1; }
        sleep 0.05
    done
done
echo ready
cat > /dev/null
