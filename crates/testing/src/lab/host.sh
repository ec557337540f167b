# One host of the lab: the machine's files, with everything that is changed kept apart; a network, processes and a name of
# its own; and a server for ssh. The first process of its process namespace.
#
# host.sh FOLDER REPOSITORY PROGRAM NAME ADDRESS BENCHES
set -eu
folder=$1 repository=$2 program=$3 name=$4 address=$5 benches=$6
place=$folder/hosts/$name

hostname "$name"
mkdir -p "$place/upper" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
root=$place/root
mount -t proc proc "$root/proc"
# Settings of the kernel are the machine's: nothing of the lab may change them.
mount -t sysfs -o ro sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=700 tmpfs "$root/root"

# A governor of its own, to be set and put back.
cpu=/sys/devices/system/cpu
cp -a "$cpu" "$place/cpu" 2> /dev/null || true
mount -t tmpfs -o mode=755 tmpfs "$root$cpu"
cp -a "$place/cpu/." "$root$cpu/"
policy=$root$cpu/cpufreq/policy0
mkdir -p "$policy"
echo 'performance powersave' > "$policy/scaling_available_governors"
echo powersave > "$policy/scaling_governor"
aspm=$root/sys/module/pcie_aspm/parameters/policy
if [ -e "$aspm" ]; then
    echo '[performance]' > "$place/aspm"
    mount --bind "$place/aspm" "$aspm"
fi

# Folders of the machine that are to be seen, at their places: what all hosts share, what is tried.
seen() {
    mkdir -p "$root$1"
    mount --bind "$1" "$root$1"
}
seen "$folder/shared"
if [ "$name" = server ]; then
    seen "$repository"
    mount -o remount,bind,ro "$root$repository"
    mkdir -p "$root/opt"
    # Symbols would be copied to every host.
    strip -o "$root/opt/iogram" "$program" 2> /dev/null || cp "$program" "$root/opt/iogram"
fi

keys=$root$(echo ~root)/.ssh
install -d -m 700 "$keys"
cp "$folder/ssh/user.pub" "$keys/authorized_keys"
install -m 600 "$folder/ssh/user" "$keys/id_ed25519"
{
    echo '127.0.0.1 localhost'
    echo '10.77.0.10 server'
    for number in $(seq "$benches"); do echo "10.77.0.$((10 + number)) bench$number"; done
} > "$place/upper.hosts"
rm -f "$root/etc/hosts" "$root/etc/hostname"
cp "$place/upper.hosts" "$root/etc/hosts"
echo "$name" > "$root/etc/hostname"
key=$(cut -d' ' -f1,2 "$folder/ssh/host.pub")
while read -r host_address host_name; do
    echo "$host_name,$host_address $key"
done < "$place/upper.hosts" > "$keys/known_hosts"

install -D -m 600 "$folder/ssh/host" "$root/run/lab/host"

mkdir -p "$root/old"
cd "$root"
pivot_root . old
umount -l /old
rmdir /old

until ip link show eth0 > /dev/null 2>&1; do sleep 0.02; done
ip link set lo up
ip addr add "$address/24" dev eth0
ip link set eth0 up

mkdir -p /run/sshd
cat > /run/lab/sshd_config <<C
ListenAddress $address
HostKey /run/lab/host
PermitRootLogin prohibit-password
PasswordAuthentication no
UsePAM no
PidFile /run/sshd.pid
Subsystem sftp internal-sftp
# There is no systemd in the lab: its tools are told so.
SetEnv SYSTEMD_OFFLINE=1
C
/usr/sbin/sshd -f /run/lab/sshd_config -E /run/lab/sshd.log
: > "$folder/shared/$name.ready"

# The first process takes in what lost its parent.
while :; do
    sleep 1000 &
    wait $! || true
done
