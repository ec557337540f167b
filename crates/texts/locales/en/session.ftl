# conditions
session-simulated-drive-no-computer-could-tuned = a simulated drive has no computer to tune
session-leave-tune-out = leave --tune out

# failure
session-what-hint = { $what } { $hint }
session-wrong-why = { $wrong }: { $why }
session-cannot-read = cannot read { $path }: { $why }
session-iogram-methods-quick-toml-prints-works = iogram methods quick --toml prints a valid one

# files
session-name-text-file-read = name a text file that you may read
session-directory = it is a directory
session-cannot-read-no-text-byte = cannot read { $path }: it is not text at byte { $at }
session-longer-mib = it is longer than { $mebibytes } MiB

# image
session-cannot-write-itself = cannot write { $path } to itself
session-name-card-directory-image-written = name the card or the directory to write the image to
session-cannot-write-part-only-borrowed = cannot write { $path } to { $spec }: only a part of it is borrowed
session-image-stays-write-destroy-serial = an image stays on the drive: write it with --destroy SERIAL
session-cannot-write-image-room = cannot write { $path } to { $spec }: the image has { $size }, and { $capacity } fit
session-name-larger-target-nothing-written = name a larger target; nothing was written
session-cannot-set-beside-image-image-decides = cannot set { $name } with image: the image determines it
session-leave-out = leave { $name } out; { $path } has { $size }
session-cannot-write-not-long = cannot write { $path }: its length has changed
session-wait-until-complete = wait until it is complete

# keeping
session-whole-run-instead = { $message }; the whole run is in { $path } instead
session-when-store-written-again-iogram-import = once the store is writable again: iogram import run { $path }
session-nor-file-beside = { $message }; a file beside it failed, too

# lease
session-go-all-same-where-nobody-else = { $hint }; to continue without a lease, if nobody else can use the drive: --lease off
session-cannot-tell-whether-another-computer-drive = cannot check whether another computer uses drive { $serial }: { $why }
session-refused-touch-drive-process-since-heard = refused to use drive { $serial }: process { $pid } on { $host } has it as { $place } since { $since }; its last heartbeat was { $silent } s ago
session-wait-end-program-gone-drive-free = wait until it ends; if that program crashed, its lease expires { $term } s after its last heartbeat; for another drive with the same serial number: --lease NAME
session-refused-measure-another-drive-taken-moment = refused to measure: this is not the drive that was leased a moment before
session-leave-drives-plugged-try-again = leave the drives plugged in, and try again
session-blocks-kept-when-nobody-else-drive = its blocks are saved; once nobody else uses the drive: iogram restore { $journal }
session-when-nobody-else-drive-iogram-restore = once nobody else uses the drive: iogram restore
session-borrowed-not-put-back-drive-another = the borrowed blocks are not put back: another run may use the drive by now

# memory
session-cannot-run-needs-open-files-process = cannot run "{ $cell }": it needs { $need } open files; the limit of this process is { $limit }
session-raise-limit-ulimit-n-use-fewer = raise the limit: ulimit -n { $need }; or use fewer jobs
session-cannot-run-needs-memory-limit-control = cannot run "{ $cell }": it needs { $need } of memory; the limit of this control group leaves { $left } of { $limit }
session-raise-limit-memory-max-use-lower = raise the limit (memory.max), or use a lower depth, fewer jobs or smaller blocks
session-cannot-run-needs-memory-limit-process = cannot run "{ $cell }": it needs { $need } of memory; the limit of this process ({ $command }) leaves { $left } of { $limit }
session-raise-limit-unlimited-use-lower-depth = raise the limit: { $command } unlimited; or use a lower depth, fewer jobs or smaller blocks

# opened
session-simulated-drive-own-time-no-processor = a simulated drive has its own time: no processor submits to it, and no clock of this computer times it
session-leave-cpus-poll-wait-batch-clock = leave --cpus, --poll, --wait-batch and --clock out

# owner
session-wait-end-end-kill-int = wait until it ends, or end it: kill -INT { $pid }
session-wait-end-end-killed-wait-two = wait until it ends, or end it there; if it was killed, wait two minutes

# permission
session-cannot-find-place-saved-blocks-neither = cannot find a directory for saved blocks: neither XDG_STATE_HOME nor HOME is set
session-name-directory-another-drive-borrow-journal = name a directory on another drive with --borrow-journal DIR
session-borrow-journal-says-where-keep-blocks = --borrow-journal is for the blocks of a borrowed device, and none is borrowed
session-add-borrow-leave-borrow-journal-out = add --borrow, or leave --borrow-journal out

# planning
session-method-works-whole-device-only-borrowed = method { $method } uses the whole device, and only { $size } are borrowed
session-needs-destroy-serial-destroys-everything-device = pass --destroy SERIAL, which destroys everything on the device
session-cannot-run-needs-file-system = cannot run { $application } on { $name }: it needs a file system
session-name-directory-drive = name a directory on the drive
session-only-first-borrowed = { $error } (only the first { $size } are borrowed)
session-put-back-afterwards-borrow = { $hint }; to restore the blocks afterwards: --borrow

# power
session-cannot-tell-power-sensor = no single power sensor matches "{ $name }"
session-simulated-drive-draws-no-power = a simulated drive draws no power
session-leave-power-sensor-power-csv-out = leave --power-sensor and --power-csv out

# replay
session-name-trace-iogram-wrote-iogram-trace = name a trace that iogram wrote (iogram trace import FILE)
session-cannot-run-simulated-drive-no-file = cannot run { $application } on a simulated drive: it has no file system, and there is no recording of its requests
session-name-directory-iogram-sim-serve-makes = name a directory; iogram sim serve turns a simulated drive into a file, which can be formatted and mounted
session-recorded-name-directory = recordings: { $ways }; or name a directory
session-no-trace-named = no trace was named
session-iogram-trace-run-file-target-set = iogram trace run FILE TARGET, or --set trace=FILE
session-no-trace-comes-iogram-called = unknown trace of iogram: { $name }
session-there-are = traces: { $names }
session-cannot-read-path-wrong = cannot read { $path }: { $wrong }
session-no-request = { $path } has no requests
session-cannot-make-trace-again-where-ends = cannot replay the trace on { $spec } at its recorded addresses: it ends at { $end }, and the target has { $room }
session-use-set-places-scaled-set-places = use --set places=scaled or --set places=modulo, or name a larger target
session-cannot-make-again-not-when-planned = cannot replay { $path }: it has changed since planning
session-plan-anew-start-command-again-trace = start the command again, and leave the trace unchanged
session-cannot-start-thread = cannot start a thread: { $why }

# resolve
session-cannot-borrow-not-block-device = cannot borrow { $text }: it is not a block device
session-test-file-needs-no-borrow-leave = leave --borrow out: a test file does not need it
session-cannot-measure-empty-file = cannot measure { $text }: the file is empty
session-name-directory-instead-temporary-file-made = name its directory instead: iogram creates, uses and removes a temporary file there
session-cannot-measure-no-target-version-knows = cannot measure { $text }: unknown kind of target
session-name-directory-file-block-device-null = name a directory, a file, a block device or null:
session-mean = did you mean { $value }?
session-cannot-make-test-file-keeps-no = cannot make a test file in { $directory }: { $kind } stores no files
session-name-directory-drive-measured = name a directory on the drive to be measured
session-cannot-make-test-file-mounted-read = cannot make a test file in { $directory }: { $mount_point } ({ $kind }) is mounted read-only
session-mount-writable-mount-o-remount-rw = mount it writable: mount -o remount,rw { $mount_point }; or name its drive, to only read it
session-holds = the contents of { $target }
session-everything-device-new-made = everything on the device: iogram creates a new { $kind } on it
session-nothing-files-folder-own-removed = nothing: the files are in a separate folder, which iogram removes
session-cannot-make-test-file-most-fit = cannot make a test file of { $size } in { $place }: at most { $fits } fit
session-cannot-use-only-first-borrowed = cannot use { $size } of { $place }: only the first { $fits } are borrowed
session-cannot-use-only = cannot use { $size } of { $place }: it has only { $fits }
session-free-some-space-name-another-directory = free some space, or name another directory
session-use-most = use { $option } with at most { $largest }
session-borrow-more-borrow-size = { $hint }, or borrow more with --borrow=SIZE
session-name-larger-drive = name a larger drive

# resolve/device_facts
session-cannot-borrow-zones-take-writes-write = cannot borrow { $name }: its zones accept writes only at their write pointers, so blocks cannot be put back
session-read-without-borrow-allow-all-destroyed = read it without --borrow, or allow all of it to be destroyed with --destroy SERIAL

# resolve/new_file_system
session-cannot-make = cannot make { $kind } on { $name }: { $why }
session-leave-out-param = leave { $param } out
session-zones-take-writes-write-pointers-alone = its zones accept writes only at their write pointers
session-allow-destroy-serial-name-directory-drive = allow it with --destroy SERIAL, or name a directory on the drive
session-destroys-everything-only-borrowed = it destroys everything on the device, which is only borrowed
session-leave-out-use-file-system-name = leave { $param } out to use the existing file system, or name the drive
session-simulated-holds-no-files = it is simulated and stores no files
session-name-block-device = name the block device: { $device }
session-no-block-device = it is not a block device
session-no-drive = it is not a drive

# resume
session-runs-go-none-named = { $count } runs can be resumed; name one of them
session-name = commands: { $list }
session-kept-version-not-note-seed = the version that stored it did not record its seed
session-run-complete-nothing-left = run { $run } is complete: there is nothing to resume
session-iogram-runs-lists-runs-states = list runs with their states: iogram runs
session-no-method-nothing-after-cell = it has no method, so nothing follows its cell
session-cannot-resume-run = cannot resume run { $run }: { $why }
session-measure-anew-measured-until-stays-kept = start a new run; the store keeps the finished cells
session-serial-number = serial number
session-another = another
session-instead = { $now } instead of { $before }
session-refused-go-not-drive-run-began = refused to resume: this is not the drive of the run ({ $what }: { $values })
session-name-drive-target = name the drive with --target
session-description-changed = its description has changed
session-device-shows-another-file-mapping = the device shows another file or mapping
session-another-file-same-name = it is another file with the same name
session-refused-go-not-drive-run-began-what = refused to resume: this is not the drive of the run ({ $what })
session-name-drive-target-measure-anew = name the drive with --target, or start a new run

# run
session-interrupted-before-began = interrupted before the run began
session-nothing-drive-opened = the drive was not opened
session-blocks-kept-when-again-iogram-restore = its blocks are saved; once the drive is back: iogram restore { $journal }

# side_by_side
session-cannot-start-thread-error = cannot start a thread: { $error }
session-measure-fewer-drives-once = measure fewer drives at once
session-cannot-measure-once-both-lie = cannot measure { $one } and { $other } at once: both are on { $drive }
session-name-target-each-drive-leave-once = name one target on each drive, or leave --at-once out

# simulated
session-mean-iogram-sim-list-names-all = did you mean { $one }? iogram sim list shows all
session-iogram-sim-list-names-all-own = iogram sim list shows all; a description of your own is sim:FILE.toml
session-mean-iogram-sim-list-names-all-names = did you mean one of { $names }? iogram sim list shows all
session-no-simulated-drive = unknown simulated drive "{ $name }"
session-describes-no-drive = invalid drive description { $called }: { $message }

# tuning
session-cannot-tune-computer = cannot tune this computer: { $why }
session-run-root-sudo = run it as root (sudo)

# write_cache
session-run-only-reads-leaves-write-cache = a run that only reads does not change the drive's write cache
session-leave-write-cache-out-use-method = leave --write-cache out, or use a method that writes
session-cannot-switch-write-cache-simulated-drive = cannot enable the write cache of the simulated drive: it has no volatile one
session-leave-write-cache-out-stays = leave --write-cache out to keep it as it is
session-drive-below-file-other-users-write = the drive of a file has other users: its write cache stays unchanged
session-leave-write-cache-out-measure-device = leave --write-cache out, or measure the device itself
session-no-write-cache-could-switched = { $target } has no write cache to switch
session-leave-write-cache-out = leave --write-cache out

# files
session-store-runs-program-open = it is the store that this program has open

# resume
session-refused-go-run-process-measures-since = refused to resume run { $run_id }: process { $process } measures it since { $since }

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
session-cannot-run-needs-free-space-allows = cannot run { $method } on { $spec }: it needs { $min }, and { $capacity } are free
session-cannot-run-needs-file-system-only = cannot run { $method } on { $spec }: it needs { $min }, and the new file system has { $capacity }
session-cannot-run-needs-file-only = cannot run { $method } on { $spec }: it needs { $min }, and the file has { $capacity }
session-cannot-run-needs-borrowed-only = cannot run { $method } on { $spec }: it needs { $min }, and { $capacity } are borrowed
session-cannot-run-needs-device-only = cannot run { $method } on { $spec }: it needs { $min }, and the device has { $capacity }
session-name-another-target = name another target
