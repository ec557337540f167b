# conditions
session-simulated-drive-no-computer-could-tuned = a simulated drive has no computer that could be tuned
session-leave-tune-out = leave --tune out

# failure
session-what-hint = { $what } { $hint }
session-wrong-why = { $wrong }: { $why }
session-cannot-read = cannot read { $path }: { $why }
session-iogram-methods-quick-toml-prints-works = iogram methods quick --toml prints one that works

# files
session-name-text-file-read = name a text file that you may read
session-directory = it is a directory
session-cannot-read-no-text-byte = cannot read { $path }: no text at byte { $at }
session-longer-mib = it is longer than { $mebibytes } MiB

# image
session-cannot-write-itself = cannot write { $path } to itself
session-name-card-directory-image-written = name the card or the directory that the image is to be written to
session-cannot-write-part-only-borrowed = cannot write { $path } to { $spec }, of which a part is only borrowed
session-image-stays-write-destroy-serial = an image stays: write it with --destroy SERIAL
session-cannot-write-image-room = cannot write { $path } to { $spec }: the image has { $size }, and there is room for { $capacity }
session-name-larger-target-nothing-written = name a larger target; nothing was written
session-cannot-set-beside-image-image-decides = cannot set { $name } beside image: the image decides it
session-leave-out = leave { $name } out; { $path } has { $size }
session-cannot-write-not-long = cannot write { $path }: it is not as long as it was
session-wait-until-complete = wait until it is complete

# keeping
session-whole-run-instead = { $message }; the whole run is in { $path } instead
session-when-store-written-again-iogram-import = when the store can be written again: iogram import run { $path }
session-nor-file-beside = { $message }, nor a file beside it

# lease
session-go-all-same-where-nobody-else = { $hint }; to go on all the same, where nobody else can have the drive: --lease off
session-cannot-tell-whether-another-computer-drive = cannot tell whether another computer has drive { $serial }: { $why }
session-refused-touch-drive-process-since-heard = refused to touch drive { $serial }: process { $pid } on { $host } has it as { $place } since { $since }, and was heard of { $silent } s ago
session-wait-end-program-gone-drive-free = wait for its end; if that program is gone, the drive is free { $term } s after it was heard of last; if this is another drive with the same serial number, as cheap sticks have, give it a name: --lease NAME
session-refused-measure-another-drive-taken-moment = refused to measure another drive than the one that was taken a moment before
session-leave-drives-plugged-try-again = leave the drives plugged in as they are, and try again
session-blocks-kept-when-nobody-else-drive = its blocks are kept; when nobody else has the drive: iogram restore { $journal }
session-when-nobody-else-drive-iogram-restore = when nobody else has the drive: iogram restore
session-borrowed-not-put-back-drive-another = what was borrowed is not put back: the drive may be another run's by now

# memory
session-cannot-run-needs-open-files-process = cannot run "{ $cell }": it needs { $need } open files, and this process may have { $limit }
session-raise-limit-ulimit-n-use-fewer = raise the limit: ulimit -n { $need }; or use fewer jobs
session-cannot-run-needs-memory-limit-control = cannot run "{ $cell }": it needs { $need } of memory, and the limit of this control group leaves { $left } of { $limit }
session-raise-limit-memory-max-use-lower = raise the limit (memory.max), or use a lower depth, fewer jobs or smaller blocks
session-cannot-run-needs-memory-limit-process = cannot run "{ $cell }": it needs { $need } of memory, and the limit of this process ({ $command }) leaves { $left } of { $limit }
session-raise-limit-unlimited-use-lower-depth = raise the limit: { $command } unlimited; or use a lower depth, fewer jobs or smaller blocks

# opened
session-simulated-drive-own-time-no-processor = a simulated drive has its own time: no processor submits to it, and no clock of this computer stamps what it does
session-leave-cpus-poll-wait-batch-clock = leave --cpus, --poll, --wait-batch and --clock out

# owner
session-wait-end-end-kill-int = wait for its end, or end it: kill -INT { $pid }
session-wait-end-end-killed-wait-two = wait for its end, or end it there; if it was killed, wait two minutes

# permission
session-cannot-find-place-saved-blocks-neither = cannot find a place for saved blocks: neither XDG_STATE_HOME nor HOME is set
session-name-directory-another-drive-borrow-journal = name a directory on another drive with --borrow-journal DIR
session-borrow-journal-says-where-keep-blocks = --borrow-journal says where to keep the blocks of a borrowed device, and none is borrowed
session-add-borrow-leave-borrow-journal-out = add --borrow, or leave --borrow-journal out

# planning
session-method-works-whole-device-only-borrowed = method { $method } works on the whole device, and only { $size } are borrowed
session-needs-destroy-serial-destroys-everything-device = it needs --destroy SERIAL, which destroys everything on the device
session-cannot-run-needs-file-system = cannot run { $application } on { $name }: it needs a file system
session-name-directory-drive = name a directory on the drive
session-only-first-borrowed = { $error } (only the first { $size } are borrowed)
session-put-back-afterwards-borrow = { $hint }; to have it put back afterwards: --borrow

# power
session-cannot-tell-power-sensor = cannot tell the power sensor "{ $name }"
session-simulated-drive-draws-no-power = a simulated drive draws no power
session-leave-power-sensor-power-csv-out = leave --power-sensor and --power-csv out

# replay
session-name-trace-iogram-wrote-iogram-trace = name a trace that iogram wrote (iogram trace import FILE)
session-cannot-run-simulated-drive-no-file = cannot run { $application } on a simulated drive: it has no file system, and what it asks of a drive so was not recorded
session-name-directory-iogram-sim-serve-makes = name a directory; iogram sim serve makes a file of a drive, which can be formatted and mounted
session-recorded-name-directory = recorded are: { $ways }; or name a directory
session-no-trace-named = no trace was named
session-iogram-trace-run-file-target-set = iogram trace run FILE TARGET, or --set trace=FILE
session-no-trace-comes-iogram-called = no trace that comes with iogram is called { $name }
session-there-are = there are { $names }
session-cannot-read-path-wrong = cannot read { $path }: { $wrong }
session-no-request = there is no request in { $path }
session-cannot-make-trace-again-where-ends = cannot make the trace again on { $spec } where it was: it ends at { $end }, and there is room for { $room }
session-use-set-places-scaled-set-places = use --set places=scaled or --set places=modulo, or name a larger target
session-cannot-make-again-not-when-planned = cannot make { $path } again: it is not what it was when this was planned
session-plan-anew-start-command-again-trace = plan anew: start the command again, with a trace that stays as it is
session-cannot-start-thread = cannot start a thread: { $why }

# resolve
session-cannot-borrow-not-block-device = cannot borrow { $text }: it is not a block device
session-test-file-needs-no-borrow-leave = a test file needs no --borrow: leave it out
session-cannot-measure-empty-file = cannot measure { $text }: it is an empty file
session-name-directory-instead-temporary-file-made = name its directory instead: a temporary file is made there, used and removed
session-cannot-measure-no-target-version-knows = cannot measure { $text }: it is no target that this version knows
session-name-directory-file-block-device-null = name a directory, a file, a block device or null:
session-mean = did you mean { $value }?
session-cannot-make-test-file-keeps-no = cannot make a test file in { $directory }: { $kind } keeps no files
session-name-directory-drive-measured = name a directory on the drive that is to be measured
session-cannot-make-test-file-mounted-read = cannot make a test file in { $directory }: { $mount_point } ({ $kind }) is mounted read-only
session-mount-writable-mount-o-remount-rw = mount it writable: mount -o remount,rw { $mount_point }; or name its drive, which is read then
session-holds = what { $target } holds
session-everything-device-new-made = everything on the device: a new { $kind } is made on it
session-nothing-files-folder-own-removed = nothing: files in a folder of its own, which is removed
session-cannot-make-test-file-most-fit = cannot make a test file of { $size } in { $place }: at most { $fits } fit
session-cannot-use-only-first-borrowed = cannot use { $size } of { $place }: only the first { $fits } are borrowed
session-cannot-use-only = cannot use { $size } of { $place }: it has only { $fits }
session-free-some-space-name-another-directory = free some space, or name another directory
session-use-most = use { $option } with at most { $largest }
session-borrow-more-borrow-size = { $hint }, or borrow more with --borrow=SIZE
session-name-larger-drive = name a larger drive

# resolve/device_facts
session-cannot-borrow-zones-take-writes-write = cannot borrow { $name }: its zones take writes at their write pointers alone, so that nothing can be put back in its place
session-read-without-borrow-allow-all-destroyed = read it without --borrow, or allow all of it to be destroyed with --destroy SERIAL

# resolve/new_file_system
session-cannot-make = cannot make { $kind } on { $name }: { $why }
session-leave-out-param = leave { $param } out
session-zones-take-writes-write-pointers-alone = its zones take writes at their write pointers alone
session-allow-destroy-serial-name-directory-drive = allow it with --destroy SERIAL, or name a directory on the drive
session-destroys-everything-only-borrowed = that destroys everything on it, and it is only borrowed
session-leave-out-use-file-system-name = leave { $param } out to use the file system that it is on, or name the drive
session-simulated-holds-no-files = it is simulated and holds no files
session-name-block-device = name the block device: { $device }
session-no-block-device = it is no block device
session-no-drive = it is no drive

# resume
session-runs-go-none-named = { $count } runs can go on, and none is named
session-name = name one: { $list }
session-kept-version-not-note-seed = it was kept by a version that did not note its seed
session-run-complete-nothing-left = run { $run } is complete: nothing is left to do
session-iogram-runs-lists-runs-states = iogram runs lists the runs with their states
session-no-method-nothing-after-cell = it has no method, and so nothing after its cell
session-cannot-resume-run = cannot resume run { $run }: { $why }
session-measure-anew-measured-until-stays-kept = measure anew; what was measured until then stays kept
session-serial-number = serial number
session-another = another one
session-instead = { $now } instead of { $before }
session-refused-go-not-drive-run-began = refused to go on: this is not the drive that the run began on ({ $what }: { $values })
session-name-drive-target = name the drive with --target
session-description-changed = its description has changed
session-device-shows-another-file-mapping = the device shows another file or mapping
session-another-file-same-name = it is another file of the same name
session-refused-go-not-drive-run-began-what = refused to go on: this is not the drive that the run began on ({ $what })
session-name-drive-target-measure-anew = name the drive with --target, or measure anew

# run
session-interrupted-before-began = interrupted before it began
session-nothing-drive-opened = nothing of the drive was opened
session-blocks-kept-when-again-iogram-restore = its blocks are kept; when it is there again: iogram restore { $journal }

# side_by_side
session-cannot-start-thread-error = cannot start a thread: { $error }
session-measure-fewer-drives-once = measure fewer drives at once
session-cannot-measure-once-both-lie = cannot measure { $one } and { $other } at once: both lie on { $drive }
session-name-target-each-drive-leave-once = name one target on each drive, or leave --at-once out

# simulated
session-mean-iogram-sim-list-names-all = did you mean { $one }? iogram sim list names all
session-iogram-sim-list-names-all-own = iogram sim list names all; one of your own is sim:FILE.toml
session-mean-iogram-sim-list-names-all-names = did you mean one of { $names }? iogram sim list names all
session-no-simulated-drive = there is no simulated drive "{ $name }"
session-describes-no-drive = { $called } describes no drive: { $message }

# tuning
session-cannot-tune-computer = cannot tune this computer: { $why }
session-run-root-sudo = run it as root (sudo)

# write_cache
session-run-only-reads-leaves-write-cache = a run that only reads leaves the write cache of the drive as it is
session-leave-write-cache-out-use-method = leave --write-cache out, or use a method that writes
session-cannot-switch-write-cache-simulated-drive = cannot switch on the write cache of the simulated drive: it has no volatile one
session-leave-write-cache-out-stays = leave --write-cache out, and it stays as it is
session-drive-below-file-other-users-write = the drive below a file has other users: its write cache is left as it is
session-leave-write-cache-out-measure-device = leave --write-cache out, or measure the device itself
session-no-write-cache-could-switched = { $target } has no write cache that could be switched
session-leave-write-cache-out = leave --write-cache out

# files
session-store-runs-program-open = it is the store of runs that this program has open

# resume
session-refused-go-run-process-measures-since = refused to go on with run { $run_id }: process { $process } measures it since { $since }

# resolve/new_file_system
session-file = it is a file

# resolve
session-borrow-more-borrow-size-2 = borrow more with --borrow=SIZE
session-name-larger-file-directory = name a larger file, or its directory

# resume
session-model = model
session-capacity = capacity
session-unknown = unknown

# trial
session-interrupted = interrupted

# resolve
session-cannot-run-needs-free-space-allows = cannot run { $method } on { $spec }: it needs { $min }, and the free space allows only { $capacity }
session-cannot-run-needs-file-system-only = cannot run { $method } on { $spec }: it needs { $min }, and the file system will have only { $capacity }
session-cannot-run-needs-file-only = cannot run { $method } on { $spec }: it needs { $min }, and the file has only { $capacity }
session-cannot-run-needs-borrowed-only = cannot run { $method } on { $spec }: it needs { $min }, and what is borrowed has only { $capacity }
session-cannot-run-needs-device-only = cannot run { $method } on { $spec }: it needs { $min }, and the device has only { $capacity }
session-name-another-target = name another target
