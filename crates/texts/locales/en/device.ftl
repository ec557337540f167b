# block_device
device-cannot-open = cannot open { $path }
device-cannot-open-writing = cannot open for writing { $path }
device-instead = { $found } instead of { $identity }
device-cannot-ask-zones = cannot ask for the zones of { $path }
device-cannot-read-logical-block-size = cannot read the logical block size of { $path }

# borrow
device-less-block = { $size } are less than one block of it
device-borrow-more = borrow more
device-cannot-borrow = cannot borrow { $path }: { $why }
device-interrupted = it was interrupted
device-nothing-written = nothing was written to it
device-cannot-read = cannot read { $path }
device-borrowed-after-crash-data-could-not = it is borrowed, and after a crash such data could not be told from the data of others
device-use-data-zeros-data-compress-95 = use data=zeros, or data=compress=95% at most
device-cannot-put-back = cannot put back { $path }: { $why }
device-requests-still-under-way-could-arrive = requests to it are still under way and could arrive later
device-unplug-plug-again-restart-iogram-restore = unplug it and plug it in again, or restart, then: iogram restore { $journal }

# borrow_places
device-beginning-borrowed-first = its beginning has to be borrowed first
device-returns-something-else-byte-written = it returns something else at byte { $offset } than was written
device-drive-bad-blocks-stay = the drive is bad; its blocks stay in { $path }

# claim
device-cannot-look = cannot look at { $path }
device-not-block-device-kernel-knows = it is not a block device that the kernel knows
device-lsblk-lists-devices = lsblk lists the devices that are there
device-device-instead = device { $found } instead of { $number }
device-cannot-identify = cannot identify { $path }
device-instead-found-seen = { $found } instead of { $seen }

# direct
device-cannot-get-memory = cannot get memory for { $path }
device-cannot-write = cannot write to { $path }

# error
device-use-size-most-free-space = use a size of at most { $largest }, or free space
device-free-some-space-name-another-directory = free some space, or name another directory
device-cannot-measure = cannot measure { $name }: { $why }
device-cannot-make-test-file-free-stay = cannot make a test file of { $size } in { $directory }: { $free } are free, of which { $margin } have to stay free
device-raise-limit-ulimit-n-1024 = raise the limit: ulimit -n 1024
device-system-forbids-even-root-look-lsattr = the system forbids it even to root: look at lsattr (immutable), the mount options, and the limits of a container or security module
device-run-root-add-yourself-group-disk = run as root, or add yourself to the group disk
device-name-place-read-write-run-root = name a place that you may read and write, or run as root
device-see-uses-lsblk-fuser-v = see who uses it with: lsblk { $path }; fuser -v { $path }
device-name-place-file-system-written = name a place on a file system that may be written
device-wrong-why = { $wrong }: { $why }

# image
device-cannot-use-image = cannot use as an image { $path }: { $why }
device-no-regular-file = it is no regular file
device-name-file-holds-image = name a file that holds the image
device-empty = it is empty
device-name-another-file = name another file
device-packed-packed-written = it is packed ({ $kind }), and packed it would be written
device-unpack-first = unpack it first: { $command } { $path }

# jobs/path
device-set-up-io-uring-without-no = set up io_uring, without which no trace is made again
device-set-up-io-uring-without-written = set up io_uring, without which what is written is not read in between at a queue depth above 1
device-set-up-io-uring-without-no-pauses = set up io_uring, without which no pauses are made at a queue depth above 1

# journal
device-cannot-use-saved-blocks = cannot use the saved blocks in { $path }: { $why }
device-device-right-remove-file = if the device is right as it is, remove the file
device-ends-within-head = it ends within its head
device-not-begin-saved-blocks = it does not begin as saved blocks do
device-not-length-head-says = it has not the length that its head says
device-checksum-wrong = its checksum is wrong
device-cannot-write-path = cannot write { $path }
device-block-byte-not-saved = the block at byte { $start } is not as it was saved
device-names-device-not-fit-into-head = the names of the device do not fit into its head
device-cannot-make = cannot make { $path }
device-too-many = there are too many of them
device-cannot-make-durable = cannot make durable { $path }

# journal_place
device-symbolic-link = it is a symbolic link
device-belongs-user-number = it belongs to the user with the number { $owner }
device-others-write = others may write to it
device-more-name-hard-links = it has more than one name (hard links)
device-directory-belongs-user-number = the directory { $shown } belongs to the user with the number { $owner }
device-others-write-directory = others may write to the directory { $shown }
device-lies-memory-not-survive-power-cut = { $shown } lies in memory, and would not survive a power cut
device-drive-lies-cannot-told = on which drive { $shown } ({ $kind }) lies cannot be told
device-lies-same-drive = { $shown } lies on the same drive
device-cannot-save-blocks = cannot save the blocks in { $path }: { $why }
device-free-needed = { $free } are free, { $wanted } are needed
device-free-space-borrow-less-borrow-size = free space, borrow less (--borrow=SIZE), or name another directory with --borrow-journal DIR

# journals
device-cannot-remove = cannot remove { $path }: { $why }
device-not-unfinished-file-saved-blocks = it is not an unfinished file of saved blocks

# linux/holds/hold
device-logical-volume-group = a logical volume of the group { $group }
device-encrypted-volume = the encrypted volume { $name }
device-mapping = the mapping { $name }
device-raid-array = a RAID array
device-bcache-device = a bcache device
device-another-device = another device
device-mounted = { $device } is mounted at { $mount_point }
device-mounted-process = { $device } is mounted at { $at } for process { $process }
device-belongs-file-system-use = { $device } belongs to the { $kind } file system { $uuid }, which is in use
device-use-swap = { $device } is in use as swap
device-built = { $holder }, { $mapping }, is built on { $device }
device-partition = it is a partition of { $whole }
device-uses-file = { $user } uses { $device } as its file
device-data-lie-drive = its data lie on the drive { $drive }
device-same-file = { $other } has the same file { $file }
device-holds-needed = it holds { $needed }
device-marked-part-something-larger-recognised-byte = { $device } is marked as a part of something larger: { $kind } (recognised at byte { $offset })
device-process-open-writing = process { $process } has { $device } open for writing
device-process-mapped-into-memory-writing = process { $process } has { $device } mapped into its memory for writing
device-process-lock = process { $process } has a lock on { $file }
device-process-lock-file = a process has a lock on { $file }
device-open-writing-kernel-process-not-seen = { $file } is open for writing, by the kernel or by a process that is not seen
device-mounted-file-mount-point = { $file } is mounted at { $mount_point }
device-kernel-serves-others = the kernel serves { $device } to others ({ $by })
device-whether-anybody-uses-cannot-seen = whether anybody uses it cannot be seen: { $why }
device-read-only = it is read-only
device-no-capacity = it has no capacity
device-borrowed-not-put-back-blocks = it was borrowed and not put back; its blocks are in { $journal }
device-something-open-exclusively = something has it open exclusively
device-start-system-another-drive = start the system from another drive
device-umount = umount { $mount_point }
device-nsenter-t-m-umount = nsenter -t { $process } -m umount { $mount_point }
device-unmount-file-system = unmount the { $kind } file system
device-swapoff-dev = swapoff /dev/{ $device }
device-name-whole-device-dev = name the whole device /dev/{ $whole }
device-losetup-d-dev = losetup -d /dev/{ $user }
device-name-loop-device-over-file = name a loop device over a file
device-losetup-d-dev-other = losetup -d /dev/{ $other }
device-end-process = end process { $process }
device-see-uses-lslocks-fuser-v-losetup = see who uses it with: lslocks, fuser -v '{ $file }', losetup
device-take-out = take it out of { $by }
device-run-iogram-root-outside-containers-look = run iogram as root outside of containers; or look there that nothing uses it, and say so: --unused-outside { $typed }
device-blockdev-setrw-dev-move-card-write = blockdev --setrw /dev/{ $name }, or move the card's write-protect switch
device-losetup-dev-file = losetup /dev/{ $name } FILE
device-zramctl-size-1g-dev = zramctl --size 1G /dev/{ $name }
device-put-card-into-reader = put a card into the reader
device-iogram-restore = iogram restore { $journal }
device-iogram-restore-file-lost-dd-dev = iogram restore { $journal }; if that file is lost: dd if=/dev/zero of=/dev/{ $name } bs=72K count=1 conv=fsync
device-see-uses-fuser-v-dev = see who uses it with: fuser -v /dev/{ $name }
device-vgchange = vgchange -an { $group }
device-cryptsetup-close = cryptsetup close { $name }
device-dmsetup-remove = dmsetup remove { $name }
device-mdadm-stop-dev = mdadm --stop /dev/{ $holder }
device-echo-1-sys-block-bcache-stop = echo 1 > /sys/block/{ $holder }/bcache/stop
device-release = release { $holder }
device-nothing-needed = { $command }, if nothing on it is needed

# linux/identify
device-not-block-device = it is not a block device

# linux/mounted
device-cannot-find = cannot find { $path }
device-cannot-unlock = cannot unlock { $path }
device-cannot-start = cannot start { $path }
device-program-why = { $program }: { $why }
device-drive-gone-choose-another-file-system = what was on the drive is gone; choose another file system, or a larger drive
device-new-cannot-mounted = the new { $kind } cannot be mounted: { $why }
device-cannot-make-file-system = cannot make a file system on { $path }: { $why }
device-not-installed = { $program } is not installed
device-install-apt-get-install = install it: apt-get install { $package }
device-takes-least = it has { $size }, and { $kind } takes { $needed } at least
device-choose-another-file-system-larger-drive = choose another file system, or a larger drive
device-no-mount-own = no mount of its own is to be had: { $why }
device-mounting-root-mount-yourself-name-directory = mounting is root's; or mount it yourself and name the directory
device-no-mnt = there is no /mnt
device-make-directory-mnt = make the directory /mnt
device-cannot-lock = cannot lock { $path }
device-another-program-holds-lock = another program holds a lock on it
device-path-leads-elsewhere = its path leads elsewhere
device-kernel-no = this kernel has no { $kind }
device-choose-another-file-system-kernel = choose another file system, or a kernel with it
device-user-not-mount = this user may not mount
device-run-root-mount-yourself-name-directory = run it as root; or mount it yourself and name the directory
device-cannot-go-mount = cannot go to the mount of { $path }

# linux/namespace
device-not-say = it does not say what it is ({ $error })
device-not-say-how-blocks-formatted = it does not say how its blocks are formatted
device-shows-another-namespace = { $device } shows another namespace
device-blocks-carry-metadata-not-read-way = its blocks carry metadata, which is not read this way
device-kernel-passes-no-commands-through-io = the kernel passes no commands to it through io_uring ({ $error })

# linux/needed
device-root-file-system = the root file system
device-iogram-itself = iogram itself
device-working-directory = the working directory
device-what-path = { $what } ({ $path })
device-run-copy-iogram-another-drive = run a copy of iogram from another drive
device-change-directory-another-drive = change to a directory on another drive
device-move-another-drive = move { $path } to another drive

# linux/seats
device-cannot-submit-processor-not-not-process = cannot submit on processor { $cpu }: it is not there, or not for this process
device-choose = choose of { $list }
device-cannot-choose-processors-near = cannot choose processors near { $name }: { $why }
device-name-cpus = name them, such as --cpus { $list }
device-kernel-not-say = the kernel does not say which are

# linux/tracefs
device-cannot-record-asked = cannot record what is asked of { $path }: { $why }
device-name-block-device-simulated-records-itself = name a block device; a simulated one records itself: iogram sim serve --trace
device-no-block-device = it is no block device
device-partition-kernel-tells-whole-drives = it is a partition, and the kernel tells of whole drives
device-name-dev = name /dev/{ $whole }
device-tracing-files-root = its tracing files are root's
device-use-sudo = use sudo
device-kernel-tracing-files-not = the kernel's tracing files are not there
device-mount-sudo-mount-t-tracefs-tracefs = mount them: sudo mount -t tracefs tracefs /sys/kernel/tracing

# linux/tune
device-instead-what-during = { $what }: { $during } instead of { $before } ({ $place })
device-stopped = { $name }: stopped
device-write-cache-instead-off = write cache of { $drive }: on instead of off
device-write-cache-off-instead = write cache of { $drive }: off instead of on
device-place-why = { $place }: { $why }
device-now-somebody-else-set = it is { $now } by now, which somebody else has set
device-no-longer = it is no longer there
device-drive-no-longer = the drive is no longer there
device-drive-not-say-whether = the drive does not say whether it is on
device-not-permitted-root-firmware-container-forbid = not permitted (root may; firmware or a container may forbid it)
device-kernel-keeps = the kernel keeps { $now }
device-switch-write-cache = switch on the write cache of
device-switch-off-write-cache = switch off the write cache of
device-leave-write-cache-out-stays = leave --write-cache out, and it stays as it is
device-no-drive-but-lies-others = it is no drive, but lies on others
device-tells-no-serial-number-found-again = it tells no serial number, by which it is found again to put it back
device-neither-drive-nor-kernel-says-whether = neither the drive nor the kernel says whether it is on
device-idle-states = idle states

# linux/tune/plan
device-energy-preference = energy preference
device-idle-state-switched-off = idle state switched off
device-i-o-scheduler = I/O scheduler
device-nvme-power-saving-apst = NVMe power saving (APST)
device-pcie-power-saving-aspm = PCIe power saving (ASPM)

# linux/tune/state
device-cannot-tune = cannot tune with { $path }: { $why }
device-another-iogram-set-computer-still-running = another iogram has set this computer and is still running
device-wait-until-ended-end-puts-everything = wait until it has ended, or end it: it puts everything back
device-cannot-use = cannot use { $path }: { $why }
device-damaged = it is damaged
device-restart-computer-puts-everything-back-remove = a restart of the computer puts everything back; then remove the file

# linux/typed_name
device-kernel-name = its kernel name
device-serial-number-2 = its serial number
device-kernel-name-file = its kernel name and its file

# linux/write_cache
device-drive-no-volatile-write-cache = the drive has no volatile write cache
device-not-permitted-root = not permitted (root may)
device-drive-refuses-no-setting = the drive refuses it, or has no such setting
device-drive-keeps = the drive keeps it as it was
device-drive-no-longer-says-whether = the drive no longer says whether it is on
device-drive-refuses-status = the drive refuses it (status { $status })

# permit
device-not-file = it is not a file
device-device-permitted = a device was permitted
device-another-file = another file
device-holds-data-now = it holds data now
device-file-permitted = a file was permitted
device-instead-found-permitted = { $found } instead of { $permitted }
device-before = on it: { $now }; before: { $before }

# places
device-cannot-keep-blocks = cannot keep blocks in { $path }: { $why }
device-names-device-not-fit-too-many = the names of the device do not fit, or there are too many files
device-block-byte-not-saved-offset = the block of byte { $offset } is not as it was saved

# purge
device-cannot-discard-part = cannot discard a part of { $path }: { $why }

# put_back
device-borrowed-again-since-borrowing-blocks = it was borrowed again since (its borrowing { $generation }, whose blocks are in { $journal })
device-used-since-neither-nor-iogram-wrote = it was used since: { $size } of it are neither what was there nor what iogram wrote (bytes { $ranges })
device-cannot-put-back-all = cannot put back all of { $path }: { $why }
device-holds-now-held-when-borrowed-beyond = it holds { $now } now and held { $then } when it was borrowed; what is beyond its end is not put back
device-give-size-back-iogram-restore = give it its size back, then: iogram restore { $journal }
device-byte-cannot-read-nobody-knows = what is at byte { $place } cannot be read, so that nobody knows whose it is
device-saved-file-iogram-restore-save-file = what was saved can be had as a file: iogram restore { $journal } --save-as FILE
device-requests-still-under-way = requests to it are still under way
device-unplug-plug-again-restart-try-again = unplug it and plug it in again, or restart, and try again

# refusal
device-one-other = { $one }; { $other }
device-refused-write-nvme-passthrough-only-reads = refused to write to { $path }: NVMe passthrough only reads here, because neither a mount nor a claim holds back what is written that way
device-refused-write = refused to write to { $name }: { $holds }
device-refused-write-not-confirmed = refused to write to { $name }: not confirmed by { $what } (on it: { $contents })
device-refused-write-typed-not = refused to write to { $name }: { $typed } was typed, which is not { $what }
device-refused-write-holds-data = refused to write to { $path }: it holds data
device-refused-write-name-typed-allow = refused to write to { $path }: the name typed to allow it was { $typed }
device-refused-write-use = refused to write to { $path }: it is in use by { $user }
device-refused-write-opened-reading = refused to write to { $path }: it was opened for reading
device-refused-write-only-first-borrowed = refused to write to { $path } from { $start } to { $end }: only its first { $borrowed } are borrowed
device-refused-borrow = refused to borrow { $name }: { $why }
device-refused-put-back = refused to put { $journal } back to { $path }: { $why }
device-refused-use-saved-blocks = refused to use the saved blocks in { $path }: { $why }
device-refused-put-back-device-borrowed-again = refused to put { $journal } back: the device was borrowed again since, and { $newer } is newer
device-refused-write-no-longer-permitted = refused to write to { $path }: it is no longer what was permitted ({ $what })
device-destroy-destroy = to destroy what is on it: --destroy { $typed }
device-drive-mean-look-lsblk-o-name = is { $shown } the drive that you mean? look at: lsblk -o NAME,SIZE,MODEL,SERIAL
device-destroy-holds-destroy = to destroy what it holds: --destroy { $typed }
device-swapoff = swapoff { $path }
device-write-name-block-device = to write, name the block device: { $device }
device-borrow-much-written-borrow-use-smaller = borrow as much as is written (--borrow={ $end }), or use a smaller region
device-name-directory-another-drive-borrow-journal = name a directory on another drive with --borrow-journal DIR
device-nothing-written-stays-saved-stays-look = nothing was written: what is on it stays, and what was saved stays in { $journal }; to look into it: iogram restore { $journal } --save-as FILE; if only what is on the device is needed: rm { $journal }
device-holds-written-device-find-out-made = what it holds would be written to a device: find out who made { $path }; if it is yours, copy it into a directory of your own (mode 0700) and name the copy
device-newer-first-iogram-restore = the newer one first: iogram restore { $newer }
device-look-again-start-anew = look at it again, and start anew

# resolve
device-name-directory-file-block-device = name a directory, a file or a block device
device-write-null-alone-null-file-name = write null: alone, or ./null:.. for a file of that name
device-nothing-follow-null = nothing may follow null:
device-sim-needs-name = sim: needs a name
device-write-sim-name = write sim:NAME
device-name-block-device = name the block device: { $device }
device-name-block-device-nvme-dev-nvme0n1 = name the block device: for NVMe /dev/nvme0n1, not /dev/nvme0
device-character-device = it is a character device
device-socket = it is a socket
device-name-file-directory = name a file or a directory
device-pipe = it is a pipe
device-neither-file-directory-nor-block-device = it is neither file, directory nor block device
device-link-points-nothing-repair-name-another = the link points to nothing: repair it or name another path
device-symbolic-link-nothing = it is a symbolic link to nothing
device-directory-not-exist = the directory does not exist
device-make-first = make it first
device-no-device = there is no such device
device-no-directory = there is no directory { $directory }
device-check-spelling-make-directory-first = check the spelling, or make the directory first
device-name-directory-exists-temporary-file-made = name a directory that exists: a temporary file is made there, used and removed
device-no-file-directory = there is no such file or directory

# restore
device-more-device-could-device = more than one device could be its device ({ $drive })
device-unplug-others = unplug the others
device-device-not-here = its device ({ $drive }) is not here
device-plug-try-again = plug it in, and try again
device-used-since-beyond-borrowed-part-not = it was used since: beyond the borrowed part it is not as it was
device-cannot-told-another-device-size = it cannot be told from another device of its size

# rig
device-cannot-use-only = cannot use { $size } of { $record }: the { $what } has only { $capacity }
device-use-size-most = use a size of at most { $capacity }
device-cannot-probe-no-drive = cannot probe { $record }: it is no drive
device-name-block-device-2 = name a block device
device-cannot-probe-single-requests-not-go = cannot probe { $record }: single requests do not go through NVMe passthrough
device-cannot-get-memory-probe = cannot get memory to probe { $path }

# rig/application
device-cannot-run-needs-file-system = cannot run { $application } on { $name }: it needs a file system

# rig/cell
device-cannot-compare-read = cannot compare what is read of { $name }
device-keeps-nothing-name-drive-file = it keeps nothing: name a drive or a file
device-read-nvme-passthrough-name-block-device = it is read by NVMe passthrough: name the block device
device-cannot-measure-nvme-passthrough = cannot measure { $name } by NVMe passthrough: { $why }
device-engine-names-another-way = --engine names another way
device-only-reads-go-way = only reads go that way
device-passes-page-cache = it passes the page cache by
device-not-take-request = it does not take { $block } in one request ({ $error })
device-use-smaller-blocks = use smaller blocks; { $hint }
device-cannot-write-image = cannot write an image to { $record }: { $message }
device-name-file-iogram-run-image-write = name a file: iogram run image-write TARGET --set image=PATH
device-none-named = none was named
device-borrowed-put-back-write-destroy-serial = what is borrowed is put back: write it with --destroy SERIAL
device-device-only-borrowed = the device is only borrowed
device-target = it has { $size }, the target { $capacity }
device-name-larger-target = name a larger target
device-read-back-image = read back the image
device-cannot-read-all-image = cannot read all of the image { $path }
device-written-not-complete = what was written of it is not complete
device-use-fewer-jobs-raise-limit-processes = use fewer jobs, or raise the limit of processes and threads: ulimit -u 4096

# rig/fill
device-cannot-allocate = cannot allocate { $path }
device-cannot-empty = cannot empty { $path }
device-no-space-left = there is no space left
device-device-gone = the device is gone
device-plug-again = plug it in again
device-not-written = it may not be written
device-request-not-come-back = a request did not come back
device-requests-failed = requests failed
device-cannot-fill-data = cannot fill { $name } with data: { $state }
device-cannot-fill-data-byte = cannot fill { $name } with data: { $state }: { $why } at byte { $offset }

# rig/open
device-cannot-measure-sim-not-real-target = cannot measure sim:{ $name }: it is not a real target
device-cannot-measure-no-capacity = cannot measure { $name }: it has no capacity
device-card-reader-device-set-up = is a card in the reader, and is the device set up?

# test_file
device-cannot-make-test-file = cannot make a test file in { $path }
device-cannot-write-test-file = cannot write to a test file in { $path }

# test_files
device-cannot-write-test-files = cannot write test files to { $path }: { $why }
device-h2w-already = { $first }.h2w is there already
device-check-read-remove-h2w-files = check it with --read, or remove the .h2w files
device-cannot-check-test-files = cannot check test files in { $path }: { $why }
device-none = there are none
device-write-free-f3write-h2testw = write them with --free, f3write or h2testw
device-cannot-read-path-why = cannot read { $path }: { $why }

# jobs/watcher
device-cannot-start-thread = cannot start a thread on { $name }: { $source }

# jobs/path
device-cannot-open-target = cannot open the target on { $name }: { $source }
device-cannot-discard-block-device-through-io = cannot discard a block device through io_uring on { $name }: { $source }
device-cannot-set-up-io-uring-asked = cannot set up io_uring, which was asked for on { $name }: { $source }
device-cannot-make-trace-again-without-io = cannot make a trace again without io_uring on { $name }: { $source }
device-cannot-read-written-between-queue-depth = cannot read what is written in between at a queue depth above 1 without io_uring on { $name }: { $source }
device-cannot-make-pauses-queue-depth-above = cannot make pauses at a queue depth above 1 without io_uring on { $name }: { $source }

# jobs/threads
device-cannot-bind-submitting-thread-processor = cannot bind a submitting thread to its processor on { $name }: { $source }
device-cannot-start-program = cannot start the program on { $name }: { $source }
device-cannot-memory-request = cannot have memory for a request on { $name }: { $source }
device-cannot-set-up-io-uring-commands = cannot set up io_uring for commands on { $name }: { $source }
device-cannot-set-up-io-uring = cannot set up io_uring on { $name }: { $source }

# rig/cell
device-use-lower-depth-fewer-jobs-smaller = use a lower depth, fewer jobs or smaller blocks
device-use-engine-sync-run-root = use --engine sync, or run as root

# linux/seats
device-none-process = they are { $list }, none of them for this process

# linux/tune/plan
device-governor = governor
device-turbo = turbo

# linux/typed_name
device-serial-number-namespace-id = its serial number and its namespace's id
device-kernel-name-size-bytes-neither-serial = its kernel name and its size in bytes, for it has neither serial number nor model
device-model-size-bytes-no-serial-number = its model and its size in bytes, for it has no serial number
device-serial-number-others-too-kernel-name = its serial number, which others have too, and its kernel name
device-kernel-name-size-bytes = its kernel name and its size in bytes
device-kernel-name-mapping-name = its kernel name and its mapping's name

# rig/application
device-name-directory-drive-let-made-set = name a directory on the drive, or let one be made: --set fs=ext4

# linux/typed_name
device-serial-number-logical-unit-number = its serial number and its logical unit's number

# rig/cell
device-cannot-empty-page-cache = cannot empty the page cache on { $name }: { $source }

# rig/fill
device-free-space-use-smaller-size = free space, or use a smaller size
