#!/usr/bin/env bash
# Records the traces of app-day: record.sh IOGRAM OUT WORK REPOSITORY SQLITE3.C
# Needs root, FUSE, ext4, git, cc, python3, ffmpeg and dpkg. WORK stands in the traces' commands.
set -eux
IOG=$1; OUT=$2; WORK=$3
mkdir -p "$WORK/served" "$WORK/fs" "$WORK/src" "$OUT"
"$IOG" sim serve s4-ssd --mount "$WORK/served" --seed 1 &
SERVE=$!
trap 'umount "$WORK/fs" || true; losetup -d "$LOOP" || true; kill -INT $SERVE' EXIT
for _ in $(seq 100); do [ -n "$(ls "$WORK/served")" ] && break; sleep 0.1; done
FILE=$WORK/served/$(ls "$WORK/served")
LOOP=$(losetup -f --show "$FILE")
mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0,nodiscard "$LOOP" 6G
mount -o noatime "$LOOP" "$WORK/fs"
FS=$WORK/fs
record() { # NAME COMMAND
    sync; echo 3 > /proc/sys/vm/drop_caches; sleep 1
    "$IOG" trace record "$LOOP" --out "$OUT/$1.iotrace" --overwrite -- sh -c "cd $FS && $2"
    sync
}
[ -d "$WORK/src/repo" ] || git clone -q --bare "$4" "$WORK/src/repo"
record git-build "git clone -q file://$WORK/src/repo clone && cp $5 sqlite3.c && cc -O1 -fPIC -c sqlite3.c -o sqlite3.o && cc -shared sqlite3.o -o libsqlite3.so -lpthread -ldl -lm && sync -f ."
cat > "$WORK/src/load.py" <<'P'
import sqlite3
db = sqlite3.connect("load.db", isolation_level=None)
db.execute("create table t(id integer primary key, a integer, b text)")
db.execute("create index i on t(a)")
for n in range(1000):
    db.execute("insert into t(a, b) values (?, ?)", (n * 7919 % 10007, "text of a row %d" % n * 4))
for n in range(300):
    db.execute("update t set a = a + 1 where id = ?", (n * 31 % 1000 + 1,))
P
record database "python3 $WORK/src/load.py"
if [ ! -f "$WORK/src/game.tar" ]; then
    mkdir -p "$WORK/src/game"
    for n in 1 2 3 4; do head -c 60000000 /dev/urandom > "$WORK/src/game/pack$n.pak"; done
    for n in $(seq 500); do head -c $((n * 700 + 3000)) /dev/urandom > "$WORK/src/game/asset$n.bin"; done
    tar -cf "$WORK/src/game.tar" -C "$WORK/src" game
fi
cp "$WORK/src/game.tar" "$FS/"
record unpack-copy "tar -xf game.tar && cp -r game copy && sync -f ."
record program-start "true; cd clone; git log --stat -50 > /dev/null; git grep -c fn > /dev/null || true; python3 -c 'import json,sqlite3,ssl,email,http.client,xml.dom,unittest,asyncio' ; cat ../game/pack1.pak | head -c 30000000 > /dev/null"
mkdir -p "$WORK/src/photos"
if [ ! -f "$WORK/src/photos/1.jpg" ]; then
    for n in $(seq 40); do ffmpeg -v error -f lavfi -i "testsrc2=s=4000x3000:d=1,noise=alls=40:allf=t" -ss 0.$n -frames:v 1 -q:v 3 "$WORK/src/photos/$n.jpg" < /dev/null || true; done
fi
record photo-import "cp -r $WORK/src/photos photos && mkdir thumbs && for f in photos/*.jpg; do ffmpeg -v error -i \$f -vf scale=320:-1 thumbs/\$(basename \$f) < /dev/null; done && sync -f ."
record video "ffmpeg -v error -f lavfi -i testsrc2=s=1920x1080:r=30:d=12 -c:v libx264 -preset ultrafast -b:v 40M -minrate 40M -maxrate 40M -bufsize 40M -y film.mp4 < /dev/null && ffmpeg -v error -ss 3 -t 6 -i film.mp4 -c copy -y cut.mp4 < /dev/null && sync -f ."
mkdir -p "$WORK/src/debs"
if [ -z "$(ls "$WORK/src/debs")" ]; then (cd "$WORK/src/debs" && apt-get download bash coreutils perl-base python3.11-minimal libpython3.11-stdlib git vim-tiny openssl libc6 util-linux e2fsprogs grep sed tar gzip findutils); fi
mkdir -p "$FS/root/var/lib/dpkg/info" "$FS/root/var/lib/dpkg/updates"; touch "$FS/root/var/lib/dpkg/status" "$FS/root/var/lib/dpkg/available"
dpkg --root="$FS/root" --force-all --unpack "$WORK"/src/debs/*.deb > /dev/null 2>&1 || true
record package-upgrade "dpkg --root=$FS/root --force-all --unpack $WORK/src/debs/*.deb > /dev/null 2>&1 || true"
truncate -s 2G "$FS/disk.img"
mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0 "$FS/disk.img"
mkdir -p "$WORK/vm"
record disk-image "mount -o loop disk.img $WORK/vm && cp -r $FS/clone $WORK/vm/ && cd $WORK/vm && python3 $WORK/src/load.py && rm -r $WORK/vm/clone/.git && sync -f $WORK/vm && cd / && umount $WORK/vm"
# As applications of a phone: small transactions, settings and photos made durable one by one, a cache.
cat > "$WORK/src/phone.py" <<'P'
import os, sqlite3
def durable(name, data):
    with open(name + ".tmp", "wb") as file:
        file.write(data); file.flush(); os.fsync(file.fileno())
    os.rename(name + ".tmp", name)
os.makedirs("phone", exist_ok=True)
apps = []
for app in range(12):
    os.makedirs("phone/app%d" % app, exist_ok=True)
    db = sqlite3.connect("phone/app%d/data.db" % app, isolation_level=None)
    db.execute("pragma journal_mode=%s" % ("wal" if app % 3 else "persist"))
    db.execute("create table message(id integer primary key, at integer, text text)")
    db.execute("create index at on message(at)")
    apps.append(db)
for step in range(360):
    app = step * 7 % 12
    db = apps[app]
    db.execute("insert into message(at, text) values (?, ?)", (step * 7919 % 10007, "text of a message %d" % step * (1 + step % 9)))
    if step % 5 == 0:
        db.execute("update message set at = at + 1 where id = 1")
    if step % 4 == 0:
        durable("phone/app%d/settings.xml" % app, os.urandom(900 + step * 37 % 9000))
    if step % 6 == 0:
        with open("phone/app%d/cache%d" % (app, step), "wb") as file:
            file.write(os.urandom(12000 + step * 331 % 60000))
    if step % 45 == 0:
        durable("phone/photo%d.jpg" % step, os.urandom(3200000))
    if step % 60 == 59:
        os.posix_fadvise(os.open("phone/photo%d.jpg" % (step // 45 * 45), os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED)
        open("phone/photo%d.jpg" % (step // 45 * 45), "rb").read()
P
record phone "python3 $WORK/src/phone.py && sync -f ."
# What stands for programs where none can run: record.sh makes them as other traces, each of one run.
mkdir -p "$OUT/programs"
export PATH=$(dirname "$(realpath "$IOG")"):$PATH IOGRAM_STORE=$WORK/src/store.sqlite
program() { # NAME METHOD SETTING..
    local name=$1 method=$2 set="--set runs=1"; shift 2
    for it in "$@"; do set="$set --set $it"; done
    record "programs/$name" "iogram run $method . $set > $WORK/src/$name.txt 2>&1"
}
for journal in truncate persist wal; do program sqlite-$journal-full sqlite journal=$journal; done
program sqlite-delete-full sqlite journal=delete
program sqlite-delete-normal sqlite synchronous=normal
program sqlite-delete-extra sqlite synchronous=extra
program sqlite-wal-normal sqlite journal=wal synchronous=normal
program sqlite-delete-full-8 sqlite copies=8
program sqlite-delete-full-32 sqlite copies=32
program sqlite-wal-full-8 sqlite copies=8 journal=wal
program sqlite-wal-full-32 sqlite copies=32 journal=wal
program sqlite-pts-wal-full sqlite variant=pts journal=wal
program sqlite-pts-delete-full sqlite variant=pts journal=delete
program sqlite-mix-delete-full sqlite variant=mix
program sqlite-mix-wal-full sqlite variant=mix journal=wal
program pveperf pveperf
program untar untar
program copy-tree copy-tree
# Without what was made ready before the program began (crates/trace/examples/cut.rs).
cut() { (cd "$(dirname "$0")/../../.." && cargo run -q -p iogram-trace --example cut -- "$OUT/programs/$1.iotrace" "$WORK/src/cut" "$2") && mv "$WORK/src/cut" "$OUT/programs/$1.iotrace"; }
cut copy-tree read-back
for name in sqlite-mix-delete-full sqlite-mix-wal-full; do cut $name settled; done
# A guest's start, if WORK/guest holds its root (debootstrap --variant=minbase
# --include=systemd-sysv,udev,dbus,linux-image-cloud-amd64,initramfs-tools,openssh-server,cron,rsyslog bookworm) and
# WORK/qemu QEMU's files. A unit behind multi-user.target turns it off.
if [ -d "$WORK/guest" ]; then
    umount "$FS"; losetup -d "$LOOP"; LOOP=$(losetup --sizelimit 6GiB -f --show "$FILE")
    mkfs.ext4 -q -E lazy_itable_init=0,lazy_journal_init=0,nodiscard "$LOOP" 6G
    mount -o noatime "$LOOP" "$FS"; cp -a "$WORK/guest/." "$FS/"; umount "$FS"
    cp "$WORK"/guest/boot/vmlinuz-* "$WORK/src/vmlinuz"; cp "$WORK"/guest/boot/initrd.img-* "$WORK/src/initrd"
    sync; echo 3 > /proc/sys/vm/drop_caches; sleep 1
    HOST=$WORK/qemu
    export LD_LIBRARY_PATH=$HOST/usr/lib/x86_64-linux-gnu:$HOST/lib/x86_64-linux-gnu PATH=$HOST/usr/bin:$PATH
    "$IOG" trace record "$LOOP" --out "$OUT/boot.iotrace" --overwrite -- sh -c "qemu-system-x86_64 -L $HOST/usr/share/qemu -L $HOST/usr/share/seabios -accel tcg,thread=multi -cpu max -smp 2 -m 1024 -nographic -no-reboot -kernel $WORK/src/vmlinuz -initrd $WORK/src/initrd -append 'root=/dev/vda rw console=ttyS0' -drive file=$LOOP,format=raw,if=virtio,cache=none,aio=threads -nic none < /dev/null > $WORK/src/console.log 2>&1"
fi
ls -l "$OUT" "$OUT/programs"
