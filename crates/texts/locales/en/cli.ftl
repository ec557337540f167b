# advise
cli-cannot-advise-no-drive-catalogue = cannot advise: no drive is in the catalogue
cli-iogram-drive-add-run-last-makes = iogram catalogue add --run last adds a drive from a run; iogram catalogue import-samples imports drives with published figures

# announcement
cli-on = { $title } on { $place }
cli-takes = { $title } on { $place }; takes { $time }
cli-simulated-drive-time-takes = { $title } on { $place }; takes { $time } (simulated time)
cli-warning = warning: { $what }
cli-hint-destroy-destroy = hint: to destroy its contents: --destroy { $typed }
cli-overwritten-saved-put-back = overwritten blocks are saved in { $journals } and put back
cli-first-borrowed-blocks = the first { $size } are borrowed; their blocks are in { $journals }
cli-writes-reads-all = writes and reads all { $size }
cli-genuine-drive-written-most-rule-out = writes at most { $size } to a genuine drive, to rule out caches up to { $cache }
cli-run-goes-probe-where-broken-off = run { $id } resumes its interrupted probe { $probe }
cli-run-begins-anew-nothing-finished = run { $id } starts over: no part of it was finished
cli-run-goes-after-finished-probes = run { $id } resumes after its finished probes
cli-run-goes-after-first-cell = run { $id } resumes after its first cell
cli-run-goes-after-finished-cells = run { $id } resumes after { $count ->
    [one] 1 finished cell
   *[other] { $count } finished cells
}
cli-done-once-more = repeats: { $repeated }
cli-cannot-brought-back = cannot be recovered: { $lost }

# args/catalogue
cli-not-day-write-2025-12-19 = invalid day "{ $text }"; expected a day such as 2025-12-19, 2025-12 or 2025
cli-overview-quick = test the drive under this directory in about a minute
cli-overview-good-for = measure the needs of a use; say if the drive meets them
cli-overview-verify = check that a drive holds its capacity
cli-overview-measure = measure
cli-overview-judge = judge
cli-overview-keep = keep
cli-overview-share = share
cli-overview-drives = drives
cli-overview-lab = lab
cli-overview-targets = Targets: a directory, a file, a block device, sim:NAME (simulated) or null:
cli-overview-more = "iogram COMMAND --help" explains a command, "iogram help --all" lists them all.

# args/meant
cli-block-size-block-4kib = --block SIZE, such as --block 4KiB
cli-time-time-time-10s = --time TIME, such as --time 10s
cli-ramp-time-ramp-2s = --ramp TIME, such as --ramp 2s
cli-read-percent-read-70 = --read PERCENT, such as --read 70%
cli-read-percent-not-read-written = --read PERCENT: the rest is writes
cli-engine-io-uring-engine-sync = --engine io_uring or --engine sync
cli-amount-size-amount-1gib = --amount SIZE, such as --amount 1GiB
cli-region-start-end-region-1gib-2gib = --region START..END, such as --region 1GiB..2GiB
cli-rate-rate-rate-500-s = --rate RATE, such as --rate 500/s
cli-access-zipf-1-2-access-zoned = --access zipf=1.2 or --access zoned=50/5:30/15:20/80
cli-sync-each-sync-every-n-sync = --sync each or --sync every=N, with --sync-call
cli-format-text-markdown-json-csv = --format text, markdown, json or csv
cli-time-alone-ends-measurement = --time alone ends a measurement
cli-jobs-always-reported-together = jobs are always reported together
cli-written-never-repeats-unless-data-says = written data repeats only with --data
cli-buffered-cold-empties-page-cache-before = --buffered-cold empties the page cache first
cli-iogram-verify-finds-out-whether-drive = iogram verify checks whether a drive keeps written data
cli-direct-takes-no-value-default = '--direct' takes no value, and is the default
cli-target-needs-no-option-iogram = the target needs no option: 'iogram { $command } .. { $target }'
cli-fio-not-needed = fio's '--{ $name }' is not needed: { $why }
cli-fio-iogram-measure = fio's '--{ $name }' is 'iogram measure' with { $same }
cli-fio-iogram-measure-method-own = fio's '--{ $name }' is 'iogram measure' with { $same }; a method defines its own workload
cli-access-seq-random-read-percent = --access seq or random, and --read PERCENT
cli-parameter-method-set-set-value = a parameter of a method is set with '--set { $name }=VALUE'
cli-belongs-iogram-measure-method-own = '--{ $name }' belongs to 'iogram measure'; a method defines its own workload

# args/values
cli-wrong-hint = { $wrong }; { $hint }
cli-not-note-write-cooling-heat-sink = invalid note "{ $text }"; expected a note such as cooling="heat sink"
cli-off = { $wrong }; or "off"
cli-too-often-write-more-off = interval "{ $text }" is too short; expected at least { $least }, or "off"
cli-no-list-processors-write-0-3 = invalid list of processors "{ $text }"; expected a list such as 0-3,8, or "auto"
cli-no-time-all-write-more-10s = invalid time "{ $text }"; expected more than 0, such as 10s
cli-nothing-all-write-more-64mib = invalid size "{ $text }"; expected more than 0, such as 64MiB
cli-not-whole-number-write-42 = invalid number "{ $text }"; expected a whole number, such as 42
cli-not-count-write-whole-number-1 = invalid count "{ $text }"; expected a whole number of at least 1
cli-too-often-write-most-1000 = invalid count "{ $text }"; expected at most 1000
cli-not-rate-write-90mb-s = invalid rate "{ $text }"; expected a rate such as 90MB/s

# args/wrong
cli-error = error: { $what }
cli-possible-values-values = {"  "}[possible values: { $values }]
cli-tip = {"  "}tip: { $tip }
cli-usage = Usage: { $usage }
cli-more-information-try-help = For more information, try '--help'.
cli-unexpected-argument-found = unexpected argument '{ $argument }' found
cli-unrecognized-subcommand = unrecognized subcommand '{ $command }'
cli-requires-subcommand-but-not-provided = '{ $command }' requires a subcommand but one was not provided
cli-following-required-arguments-not-provided = the following required arguments were not provided: { $argument }
cli-argument-cannot-used-multiple-times = the argument '{ $argument }' cannot be used multiple times
cli-argument-cannot-used = the argument '{ $argument }' cannot be used with { $prior }
cli-equal-sign-needed-when-assigning-values = equal sign is needed when assigning values to '{ $argument }'
cli-value-required-but-none-supplied = a value is required for '{ $argument }' but none was supplied
cli-unexpected-value-found = unexpected value '{ $value }' for '{ $argument }' found
cli-wrong-number-values = wrong number of values for '{ $argument }': { $count }
cli-invalid-utf-8-detected-argument = invalid UTF-8 was detected in an argument
cli-invalid-value = invalid value '{ $value }' for '{ $argument }'
cli-wrong-why = { $wrong }: { $why }
cli-something-similar = a similar name exists: '{ $similar }'

# at_once
cli-no-drive-serial-number = no drive has the serial number { $text }
cli-iogram-list-shows-drives-computer-serial = iogram list shows the drives of this computer with their serial numbers
cli-several-drives-serial-number = several drives have the serial number { $text }: { $list }
cli-name-paths = name them by their paths
cli-drives-once = { $title } on { $count } drives at once
cli-each-drive-run-kept-run-own = each drive's run is stored separately
cli-sets-computer-drive-iogram-tune-before = it tunes the computer for one drive; run iogram tune first
cli-meter-measures-drive = a power meter measures one drive
cli-cannot-measure-several-drives-once = cannot measure several drives at once with { $option }: { $why }
cli-leave-out = leave { $option } out
cli-destroy-names-none-these-drives-called = --destroy names { $text }, but none of these drives has that name
cli-iogram-list-shows-serial-numbers-name = iogram list shows serial numbers; only a drive that holds data needs --destroy
cli-several-these-drives-called-meant = cannot tell which drive { $own } is: several of these drives have this name
cli-measure-after-other = measure them one after the other
cli-more-iogram-show = More: iogram show { $id }
cli-target-why = { $target }: { $why }

# board
cli-name-what = { $name }: { $what }
cli-more-ended = and { $more } more; { $ended } have ended
cli-begins-takes = starts; takes { $time }
cli-begins-simulated-drive-time-takes = starts; takes { $time } (simulated time)
cli-measured = measured
cli-waits-turn = waiting for its turn

# boot
cli-came-last = last lines:
cli-saved-iogram-show = saved as { $id } in { $path } (iogram show { $id })
cli-cannot-use-log-no-serial-line = cannot use { $option } with { $file }: it is a log, not a serial line
cli-leave-out-name-serial-line-dev = leave { $option } out, or name a serial line such as /dev/ttyUSB0
cli-cannot-read = cannot read { $file }: { $why }
cli-boots-first-taken = { $file } has { $count } boots: { $taken ->
    [one] the first is used
   *[other] the first { $taken } are used
}
cli-cannot-find-boot-line = cannot find a boot in { $file }: expected a line with "{ $from }", then one with "{ $to }"
cli-name-lines-say = give text of its first and last line with --from and --to
cli-name-log-serial-line = name a log of a serial line
cli-boots-until-kept = the completed boots are kept
cli-power-switched-boot = switched the power: boot { $number } of { $count }
cli-switch-computer-off-boot = Switch the computer off and on: boot { $number } of { $count }
cli-boot = boot { $number } of { $count }: { $time }
cli-cannot-run-sh = cannot run sh: { $error }
cli-command-power-needs = --power runs its command with sh
cli-command-power-failed = the command of --power failed: { $why }
cli-try-itself-first-switch-computer-off = try the command alone first: it must switch the computer off and on, and exit with 0
cli-boots = booting: { $line }

# bundle
cli-nothing-written = nothing was written
cli-cannot-bundle-run = cannot bundle run { $id }: { $error }
cli-please-report-run = please report it with the run
cli-refused-bundle-run-goes = refused to bundle run { $id }: it is still running
cli-wait-end = wait until it ends
cli-run-no-end-broken-off-says = run { $id } has no end: it was interrupted, and the bundle shows that
cli-cannot-hide-identifies-run = cannot hide identifying data in run { $id }: { $error }
cli-please-report-serial-bundles-run = please report it; --with-serial bundles the run as it is
cli-refused-write-no-folder = refused to write { $path }: it is not a directory
cli-name-new-directory = name a new directory
cli-cannot-put-much-into-file-format = cannot write the bundle to one file: the format holds at most 4 GiB
cli-name-directory-out-dir = name a directory: --out DIR/
cli-wrote-bundle-iogram-open = wrote { $path }: bundle { $id } (iogram open { $path })
cli-leaves-computer = Data that leaves this computer, of { $runs }:
cli-becomes-texts = {"  "}{ $what }: { $was } becomes { $becomes } (in { $count ->
    [one] 1 text
   *[other] { $count } texts
})
cli-serial-numbers-paths-names-measured = {"  "}serial numbers, paths and names stay as they were measured
cli-nothing-found-records-names-computer-single = {"  "}no record names you, this computer or a single drive
cli-stays = {"  "}unchanged: { $what }: { $said }
cli-file = {"  "}file { $path }, { $size }
cli-pictures-images = {"  "}{ $count ->
    [one] 1 picture
   *[other] { $count } pictures
} in images/, { $size }
cli-serial-number = serial number
cli-method-file-own = custom method file
cli-name-imported-file = name of the imported file
cli-description-imported-file = description in the imported file
cli-refused-bundle-without-being-asked-nobody = refused to write the bundle: no terminal to confirm it
cli-look-list-add-yes = check the list, then add --yes
cli-write-serial-numbers-all-y-n = Write it, with serial numbers? [y/N]{" "}
cli-write-y-n = Write it? [y/N]{" "}
cli-nothing-typed = cannot read the answer: { $error }

# bundle/salt
cli-cannot-hide-serial-numbers-holds-no = cannot hide serial numbers: { $path } has no salt
cli-move-away-new-made-hashes-same = move it away: iogram makes a new salt, and the hashes of your drives change
cli-cannot-read-path-why = cannot read { $path }: { $why }

# campaign
cli-cannot-understand-kept = cannot understand the contents of { $path }
cli-newer-iogram-written-move-away-submit = a newer iogram may have written it; move it away and submit the campaign again
cli-campaign-not-submitted-here = campaign { $id } was not submitted here
cli-iogram-campaign-submit-file-changed-since = iogram campaign submit { $file }; a changed file is another campaign
cli-campaign-under-way-already = campaign { $id } is already running
cli-iogram-campaign-status-campaign-cancel = iogram campaign status { $file }, or campaign cancel
cli-campaign-ends-cells-done-kept-campaign = campaign { $id } stops; finished cells are kept, and campaign submit resumes it
cli-campaign-not-under-way = campaign { $id } is not running

# campaign/conditions
cli-cannot-tell-how-warm-campaign-begins = cannot read the temperature of { $target }; the campaign requires at most { $most } °C
cli-leave-temperature-max-celsius-out-drives = leave temperature_max_celsius out for drives that report none, or run as root
cli-c-after-campaign-begins-c-most = { $target } is at { $celsius } °C after { $waited }; the campaign requires at most { $most } °C
cli-cool-raise-wait-max-temperature-max = cool it, or raise wait_max or temperature_max_celsius under [conditions]
cli-same-command-goes = the same command resumes it

# campaign/look
cli-cannot-understand-drives = cannot understand the list of drives of { $host }: { $error }
cli-install-same-version-iogram = install the same version of iogram on that computer
cli-cannot-start = cannot start { $program }: { $error }
cli-install-choose-another-engine-engine = install it, or choose another engine with --engine
cli-failed = { $command } failed: { $why }
cli-try-same-command-hand = try the same command yourself

# campaign/show
cli-campaign-tasks-methods-drives-runs-engine = Campaign { $id }: { $tasks ->
    [one] 1 task
   *[other] { $tasks } tasks
} ({ $methods ->
    [one] 1 method
   *[other] { $methods } methods
} on { $drives ->
    [one] 1 drive
   *[other] { $drives } drives
}), { $runs ->
    [one] 1 run
   *[other] { $runs } runs
}, engine { $engine }.
cli-drives-written-serial-numbers-not-destroy = { $count ->
    [one] 1 drive to write to has
   *[other] { $count } drives to write to have
} no serial number in destroy = [..]; those that hold data are refused: { $drives }

# campaign/slurm
cli-queued-until-stays-iogram-campaign-cancel = tasks that are already queued stay queued: iogram campaign cancel ends them
cli-campaign-tasks-queued-array-jobs = campaign { $id }: { $tasks ->
    [one] 1 task is
   *[other] { $tasks } tasks are
} queued as { $arrays ->
    [one] 1 array job
   *[other] { $arrays } array jobs
}: { $jobs }
cli-hint = hint: { $hint }
cli-cannot-queue-tasks-sbatch = cannot queue tasks with sbatch: { $why }
cli-see-whether-slurm-answers-sinfo-campaign = check that Slurm answers (sinfo); --dry-run shows the campaign's requests to it

# campaign/standing
cli-campaign-done-all-tasks-no-drive = Campaign { $id } is done: { $count ->
    [one] its 1 task
   *[other] all { $count } tasks
}, and no drive failed.
cli-campaign-done-all-tasks-drive-failed = Campaign { $id } is done: { $count ->
    [one] its 1 task, and the drive failed
   *[other] all { $count } tasks; in { $failed } of them the drive failed
}.
cli-campaign-tasks-done-drive-failed-run = Campaign { $id }: { $done } of { $count ->
    [one] 1 task is
   *[other] { $count } tasks are
} done ({ $failed } with a failed drive), { $running } running, { $waiting } waiting, { $broken } ended with an error, { $left } left.
cli-not-submitted-computer-user = This user did not submit it from this computer.
cli-hint-left-done = hint: to do the rest: { $hint }
cli-hint-all-runs-charts = hint: for a page of all runs with charts: { $hint }
cli-drives-failed = Drives that failed ({ $count }):
cli-not-done = Not done: { $tasks }

# campaign/task
cli-campaign-no-task = campaign { $id } has no task { $index }
cli-iogram-campaign-plan-file-numbers-tasks = iogram campaign plan FILE shows the numbers of its tasks
cli-runs-task-kept-seed-campaign-gives = the runs of a task are stored, with the seed of their campaign
cli-leave-out-no-store-json-seed = leave out --no-store, --json and --seed; iogram show RUN --format json prints a single run
cli-no-plan-campaign = invalid campaign plan: { $what }
cli-iogram-campaign-plan-file-format-json = iogram campaign plan FILE --format json writes one; name it, or the campaign file
cli-round-done-run = round { $round } is done: run { $id }
cli-task-names-no-drive = the task names no drive
cli-drive-failed-another-method-campaign-given = skipped drive { $drive }: it failed another method of the campaign

# campaign/workers
cli-campaign-names-no-computers-ssh = the campaign names no computers for ssh
cli-add-hosts-lab1-lab2-under-campaign = add hosts = ["lab1", "lab2"] under [campaign]
cli-drive-engine-local-measures-here = drive { $drive } is at { $host }, but engine local measures on this computer
cli-use-engine-ssh-slurm-leave-host = use --engine ssh or slurm, or leave host out
cli-task-run-could-not-answer-asked = task { $index }: the run on { $name } has no answer to its question
cli-task-drive-failed = task { $index }: drive { $name } failed
cli-task-broken-off-goes-later = task { $index } on { $name } was interrupted and resumes later: { $why }
cli-task-could-not-done-said = task { $index } on { $name } ended with an error; its output is in { $log }
cli-tasks-could-not-done-no-other = { $count ->
    [one] 1 task
   *[other] { $count } tasks
} ended with an error: no other task starts
cli-campaign-tasks-done-drive-failed-could = campaign { $id }: { $done } of { $count ->
    [one] 1 task is
   *[other] { $count } tasks are
} done, { $failed } with a failed drive; { $broken } ended with an error, { $skipped } were skipped
cli-campaign-not-done-tasks-left = the campaign is not done: { $count ->
    [one] 1 task is
   *[other] { $count } tasks are
} left
cli-iogram-campaign-submit-goes = iogram campaign submit { $file } resumes it

# capture
cli-cannot-capture-no-drive-behind = cannot capture { $device }: it is not a real drive
cli-name-block-device-iogram-list-shows = name a block device; "iogram list" shows them
cli-no-longer = { $device } is no longer connected
cli-plug-again = plug it in again
cli-cannot-capture-partition = cannot capture { $device }: it is a partition
cli-name-whole-device = name the whole device, { $whole }
cli-refused-show-something-names-drive = refused to show { $device }: the output would identify this drive
cli-please-report-output-iogram-list = please report it with the output of "iogram list"
cli-serial-number-stays-because-short-common = its serial number stays, because it is short or a common word: { $serial }
cli-written-iogram-show-shows = wrote { $path } (iogram show { $path })
cli-files-kernel-pages-answers-drive = { $device }: kernel files: { $files }; pages: { $pages }; answers of the drive: { $answers }
cli-names-drive-replaced = identifying names that were replaced: { $count }
cli-not-written-drive-uses-names-partitions = not included: data on the drive, its users, partition names
cli-refused-write-nobody-asked = refused to write { $path }: no terminal to confirm it
cli-look-iogram-capture-show-type-iogram = check it with: iogram capture { $device } --show; then run: iogram capture { $device } --yes
cli-write-all-type-yes = To write all of this to { $path }, type yes
cli-use-yes = use --yes
cli-dev-urandom = check that /dev/urandom exists
cli-cannot-read-random-numbers = cannot read random numbers: { $error }
cli-name-file-iogram-capture-wrote = name a file that "iogram capture" wrote
cli-cannot-read-path-error = cannot read { $path }: { $error }
cli-give-file-written = pass the file as it was written
cli-cannot-read-format = cannot read { $path }: its format is { $format }
cli-another-version-iogram-wrote-read = another version of iogram wrote it: read it with that version

# card_file
cli-first-writes-file-sheet = first measures writes to a file, for the sheet: { $place }
cli-nothing-measured-writes-file = no writes to a file were measured in { $place }
cli-iogram-show-says-why-leave-set = iogram show { $run } shows the reason; leave --set file out

# catalogue
cli-left-out = skipped { $file }: { $why }
cli-cannot-build-catalogue-no-bundle-no = cannot build a catalogue of { $path }: it has no bundle and no run that can be shown
cli-name-folder-files-iogram-bundle-wrote = name a folder of files that "iogram bundle" wrote, or of runs written with --json
cli-wrote-runs-files-open = wrote { $path }: { $count ->
    [one] 1 run
   *[other] { $count } runs
}, { $pages ->
    [one] 1 file
   *[other] { $pages } files
}; open { $index }
cli-left-out-files-index-names = skipped { $count ->
    [one] 1 file; the index names it
   *[other] { $count } files; the index names them
}
cli-belongs-kernel = it belongs to the kernel
cli-name-folder-bundles = name a folder of bundles
cli-name-folder-read = name a folder that you may read
cli-no-run = it is not a run: { $error }

# catalogue/site_files
cli-cannot-write = cannot write { $path }: { $why }
cli-make-room-where-site-name-another = free some space for the site, or name another folder
cli-name-new-folder = name a new folder
cli-no-plain-file = it is not a regular file
cli-no-site-iogram-built-changed-since = name a new folder: iogram did not write this file, or it was changed since

# check
cli-cannot-tell-block-device-lies = cannot find the block device of { $text }
cli-name-device-iogram-list-shows = name a device; "iogram list" shows them

# command
cli-cannot-run = cannot run { $command }: { $error }
cli-command-ended-signal = the command was ended by a signal

# compare
cli-cannot-compare-two-runs-two-drives = cannot compare: two runs or two drives are needed
cli-iogram-compare-run-run-iogram-compare = iogram compare RUN RUN, iogram compare A1 A2 A3 -- B1 B2 B3, or iogram compare --drive A --drive B; "iogram runs" lists the runs
cli-cannot-compare-run-several-nothing-follows = cannot compare one run with several: one run is not enough to judge its drive
cli-name-two-more-runs-each-side = name two or more runs on each side (iogram run METHOD TARGET --runs 3), or one on each
cli-cannot-compare-run-itself = cannot compare run { $twice } with itself
cli-name-each-run-once = name each run once
cli-cannot-take-run-everything-after = cannot use { $option } as a run: everything after "--" names a run
cli-options-stand-before-runs-iogram-compare = put options before the runs: iogram compare -o ab/ A1 A2 A3 -- B1 B2 B3
cli-today = today
cli-days-ago = { $days } days ago
cli-years-ago = { $years } years ago
cli-run-measured = { $drive }: run { $id } of { $method }, measured { $age }
cli-run-imported = { $drive }: run { $id } of { $method }, imported { $age }
cli-cannot-compare-no-completed-run-kept = cannot compare { $name }: the store has no completed run of it
cli-measure-attach-run-iogram-drive-attach = measure it, or attach a run with: iogram catalogue attach DRIVE RUN
cli-cannot-compare-no-method-run-all = cannot compare: no method was run on all of these drives
cli-cannot-find-drive-neither-catalogue-nor = cannot find a drive "{ $name }", neither in the catalogue nor in the runs
cli-iogram-drive-list-lists-drives-iogram = "iogram catalogue list" lists the drives, "iogram runs" the runs
cli-cannot-tell-drive = cannot tell which drive "{ $name }" is
cli-type-more-could = type more of the name; it could be { $drives }

# devices
cli-cannot-find-device = cannot find a device "{ $text }"
cli-iogram-list-shows-devices-name-path = "iogram list" shows the devices; name one by path, kernel name, serial number or model
cli-cannot-tell-device = cannot tell which device "{ $text }" is: { $names }
cli-type-more-serial-number-kernel-name = type more of the serial number, or the kernel name
cli-device-cannot-shown-csv = device { $device } cannot be shown as CSV
cli-use-format-text-markdown-json = use --format text, markdown or json
cli-cannot-list-block-devices = cannot list block devices: { $why }
cli-sysfs-mounted-sys = check that sysfs is mounted at /sys

# drive
cli-cannot-find-drive = cannot find a drive "{ $name }"
cli-iogram-drive-list-lists-drives-iogram-drive = "iogram catalogue list" lists the drives, "iogram catalogue add NAME" adds one
cli-type-more-could-ids = type more of the name; it could be { $ids }
cli-serial-number-runs = { $drive } has serial number { $serial } and { $count ->
    [one] 1 run
   *[other] { $count } runs
}
cli-attach-run-drive-iogram-drive-attach = these runs are of { $models }: attach one run of this drive (iogram catalogue attach { $drive } RUN); then only runs of its model and capacity count
cli-run = attached run { $run } to { $drive }
cli-cannot-detach-serial-number-none = cannot detach serial number { $serial }: { $drive } does not have it
cli-iogram-drive-show-shows = "iogram catalogue show { $drive }" shows its serial numbers
cli-no-longer-serial-number = { $drive } no longer has serial number { $serial }
cli-cannot-detach-run-nobody-attached = cannot detach run { $run }: it was not attached to { $drive }
cli-run-drive-serial-number-stays-run = a run with the drive's serial number belongs to it; attach it to another drive instead
cli-run-no-longer-attached = run { $run } is no longer attached to { $drive }
cli-cannot-remove-drive-whole-id = cannot remove drive { $drive }: the whole id is { $drive_2 }
cli-type-whole-id-no-other-drive = type the whole id, so that no other drive is removed by mistake
cli-removed-runs-stay = removed { $drive }; its runs stay
cli-cannot-import-drive-id = cannot import drive { $drive }: this id exists already
cli-replace-replaces-nothing-imported = --replace replaces it; nothing was imported
cli-imported-drives = imported { $drives ->
    [one] 1 drive
   *[other] { $drives } drives
}
cli-note = note: { $note }
cli-cannot-use = cannot use { $name }: { $message }
cli-imported-drives-figures-others-published-none = imported { $count ->
    [one] 1 drive with published figures; iogram did not measure it
   *[other] { $count } drives with published figures; iogram measured none of them
}

# drive/entry
cli-cannot-make-entry-without-name = cannot add a drive without a name
cli-iogram-drive-add-sandisk-extreme-256gb = iogram catalogue add "SanDisk Extreme 256GB"
cli-not-id = invalid id "{ $id }"
cli-use-lowercase-letters-digits-id-sandisk = use lowercase letters, digits and -, such as --id sandisk-extreme
cli-cannot-add-drive-id = cannot add drive { $entry }: this id exists already
cli-iogram-drive-edit-changes-id-gives = iogram catalogue edit changes it; --id sets another id
cli-added = added { $entry }
cli-nothing-changed-drive = nothing to change in drive { $entry }
cli-name-change-price-19-90eur-iogram = name a change, such as --price 19.90EUR; iogram catalogue edit --help lists them all
cli-changed = changed { $entry }
cli-no-score = invalid score "{ $text }": { $why }
cli-write-value-score-3dmark-storage-3250 = write NAME=VALUE, such as --score "3DMark Storage=3250" or --score "3DMark Storage=3250@2026-11-20"
cli-name-benchmark-missing = the name of the benchmark is missing
cli-not-number-above-zero = invalid number "{ $value }"; expected more than 0
cli-no-fact = invalid fact "{ $text }"
cli-write-value-fact-power-loss-protection = write NAME=VALUE, such as --fact "power-loss protection=yes"
cli-whether-drive-cannot = invalid value "{ $value }" for the fact "{ $needed }"; expected yes or no
cli-write-yes-no-where-unknown = write "{ $needed }=yes", "{ $needed }=no", or "{ $needed }=" if it is unknown
cli-no-use-asks-fact = no use requires the fact "{ $name }"
cli-is-it = did you mean "{ $needed }"?
cli-write-read-190mb-s-write-130mb = write read=190MB/s, write=130MB/s, read-iops=4000, write-iops=2000, endurance=150TB, endurance=0.3DWPD/5y or class=V30
cli-no-promise = invalid promise "{ $text }": { $why }
cli-no-promise-text = invalid promise "{ $text }"
cli-not-rate = invalid rate "{ $value }"
cli-not-number = invalid number "{ $value }"
cli-writes-day-need-drive-capacity = drive writes per day require the drive's --capacity
cli-no-mark = unknown speed class "{ $value }"
cli-cannot-use-serial-number-many-drives = cannot use "{ $text }" as a serial number: many drives have it
cli-attach-single-runs-instead-iogram-drive = attach single runs instead: iogram catalogue attach DRIVE RUN

# drive_class
cli-unknown-taken-mixed-neither-catalogue-nor = unknown, mixed assumed: neither the catalogue nor the drive names its class (--set class=.., or iogram catalogue add --promise endurance=1DWPD/5y)
cli-set-class-says-otherwise = { $class }, { $why } (--set class=.. overrides it)
cli-data-sheet-catalogue = by its data sheet: { $value } (catalogue: { $drive })
cli-name = by its name: { $model }
cli-label-drive-writes-day-over-years = by its label: { $writes ->
    [one] 1 drive write
   *[other] { $writes } drive writes
} per day over { $years ->
    [one] 1 year
   *[other] { $years } years
} (catalogue: { $drive })
cli-own-estimate-drive-writes-day-over = by its own estimate: { $writes ->
    [one] 1 drive write
   *[other] { $writes } drive writes
} per day over { $years ->
    [one] 1 year
   *[other] { $years } years
}

# endurance
cli-nothing-wears-out = nothing wears out
cli-file-not-tell-drive-name-device = a file does not identify its drive; name the device
cli-drive-not-say-how-much-life = the drive does not report its used life
cli-drive-not-say-how-much-life-used = the drive does not report its used life, and the catalogue has no endurance from its label (iogram catalogue add --promise endurance=600TB)
cli-too-little-drive-life-used-tell = too little of the drive's life is used for an estimate
cli-drive-not-say-how-much-written = the drive does not report the amount written to it
cli-none-nothing-written = none: nothing is written
cli-of = of { $size } { $who }
cli-of-share-size = { $share } of { $size } { $who }
cli-label-promises-catalogue = that its label promises (catalogue: { $drive })
cli-takes-life-own-estimate = that the drive itself estimates
cli-one-other = { $one }; { $other }
cli-share-unknown = share unknown: { $why }

# exclude
cli-cannot-leave-repetition-out-without-reason = cannot exclude a repetition without a reason
cli-say-reason-readers-run-see = give the reason with --reason "..": readers of the run see it
cli-run-name-id = { $name } of run { $id }: { $done }
cli-cannot-change-run-record-another-program = cannot change run { $id }: it is a record of another program or version
cli-only-runs-version-measured-leave-repetitions = only runs that this version measured can exclude repetitions
cli-cannot-change-run-cell-never-finished = cannot change { $name } of run { $id }: the cell was never finished
cli-only-kept-under-way-measure-again = the run has only a checkpoint of it; measure the cell again (with "iogram resume { $id }" if the run has more cells), then change the new repetition
cli-iogram-show-full-shows-left-out = "iogram show --full { $id }" shows exclusions in parentheses
cli-cannot-change-run = cannot change { $name } of run { $id }: { $why }
cli-cannot-find-run = cannot find { $name } in run { $run }
cli-results-run = results of the run: { $names }
cli-cells-run = cells of the run: { $names }
cli-repetition-1 = it has one repetition: { $cell }#1
cli-name-repetition-1 = name a repetition: { $cell }#1 to { $cell }#{ $count }

# execute
cli-cannot-measure-turn-itself = cannot measure { $other } in turn with itself
cli-name-each-target-once-how-often = name each target once; --runs N sets the number of runs
cli-cannot-measure-runs-each-kept-run = cannot measure { $count } runs with { $option }: each is stored as a separate run
cli-leave-out-iogram-show-id-format = leave { $option } out; iogram show ID --format json writes a single run
cli-run-index-count = run { $index } of { $count }, on { $target }
cli-run-2 = run { $index } of { $count }

# export
cli-cannot-write-parquet-standard-output-into = cannot write Parquet to standard output or to one file: it is three files
cli-name-directory-exists-new-ends-output = name an existing directory, or a new one that ends in /: --output DIR/
cli-wrote = wrote { $path }
cli-form-every-reader = cannot use --spreadsheet with { $format }: it has one form only
cli-leave-spreadsheet-away-choose-format-csv = leave --spreadsheet out, or choose --format csv or --format tidy
cli-note-fio-json-no-place-results = note: fio's JSON cannot carry { $count } of the results; formats that carry more: { $formats }
cli-note-metrics-say-when-ran-how = note: the metrics of { $run } have its time and its outcome, but no figures; formats that carry more: { $formats }
cli-cannot-export = cannot export { $run } as { $format }: { $why }
cli-formats-carry = formats that carry its results: { $formats }
cli-nothing-cells-place = the format has no place for the results of its cells
cli-says-drive-health-no-figures-requests = it has the drive's health from { $tool }, but no figures of requests
cli-says-drive-no-figures-requests = it has data about the drive from { $tool }, but no figures of requests
cli-found-out-no-figures-requests = it has the results of { $probes }, but no figures of requests
cli-nothing-measured = it has no measurements
cli-results-place-none = the format has no place for its { $count ->
    [one] 1 result
   *[other] { $count } results
} of { $tool }
cli-export-json-instead = export it as JSON instead

# finish
cli-cannot-go-after-cell = cannot continue after cell "{ $name }": { $state }
cli-capacity-not-found-out-writes-failed = cannot find the capacity: writes failed with { $message }
cli-make-room = free some space on { $below }
cli-make-room-device-lies = free some space on the storage below the device
cli-drive-not-purged-report-says-tried = the drive was not purged; the report shows the attempts
cli-measured-after-not-about-fresh-drive = later results do not describe a fresh drive
cli-reads-met-end-file-report-says = reads reached the end of their file; the report shows which and where
cli-nothing-written-fill-content-written-let = nothing was written there: fill it (content = "written"), or let a cell write first
cli-requests-failed-report-says-where = requests failed; the report shows which and where
cli-drive-connection-power-supply-bad = the drive, its connection or its power supply may be faulty
cli-measured-until-saved-resume-iogram-resume = the results so far are saved; resume with: iogram resume { $id }
cli-measured-until-saved = the results so far are saved
cli-resume-iogram-resume-same-destroy = resume with: iogram resume { $id }, and the same --destroy

# fio
cli-iodepth-low-iodepth-batch-complete-min = iodepth_low and iodepth_batch_complete_min change nothing on a simulated drive: it returns each completion at once
cli-name-job-file-fio = name a fio job file
cli-cannot-run-job-file = cannot run the job file { $file }: { $why }
cli-cannot-run-job-file-template-line = cannot run the job file { $file }: it is a template, and { $blank } in line { $line } is a placeholder
cli-fill-first-write-value-place-each = fill it in first: replace each placeholder with a value
cli-file-why = { $file }: { $why }
cli-file-line-why = { $file }:{ $line }: { $why }
cli-cannot-run-job-file-iogram-cannot = cannot run the job file { $file }: iogram does not support all of it (problems: { $count })
cli-job-cannot-planned = { $file }:{ $line }: cannot plan job { $job }: { $why }
cli-set-front-command = set them before the command: { $command }
cli-change-job-file = change the job file
cli-change-job-file-leave-out-iogram = change the job file; or accept results without these options: --ignore { $options }
cli-warning-job-no-figures-since-over = warning: job { $job } has no figures, because it ended before its ramp_time: leave ramp_time out, or give it more to do
cli-cannot-run-jobs-several-targets-once = cannot run jobs on several targets at once: { $targets }
cli-run-section-after-another-section-name = run one section after another (--section), or name one target for all of them (--target)

# fio/drives
cli-cannot-show-runs-several-drives-fio = cannot show runs of several drives in fio's format: { $drives }
cli-leave-output-format-out-each-run = leave --output-format out, and export each run afterwards: iogram export RUN --format fio

# fleet
cli-hint-measure-drives-iogram-run-method = hint: measure drives (iogram run METHOD TARGET); a run on a whole device records the drive's serial number
cli-wrote-row-each-run-figure-all = wrote { $path }: { $rows ->
    [one] 1 row, one
   *[other] { $rows } rows, one
} for each run and figure
cli-finding-figures-runs-once-whatever-ends = computing the figures of { $count } runs, once; after an interruption, the next command resumes
cli-figures-runs = figures of { $done } of { $count } runs
cli-mean-figures = did you mean "{ $near }"? figures: { $all }
cli-figures = figures: { $all }
cli-no-kept-run-figure = no kept run has a figure "{ $asked }"

# follower
cli-store-takes-measured-again-nothing-missing = the store accepts results again; nothing is missing
cli-warning-measured-stays-memory-kept-later = warning: { $why }; results stay in memory until the store accepts them
cli-waits-until-another-done-simulated-drives = waiting for another drive: simulated drives are measured { $count } at once, one for each processor
cli-waiting-store-another-program-holds = waiting for the store, which another program holds

# good_for
cli-use = the use
cli-measure = the target
cli-cannot-judge-not-named = cannot judge: { $missing } is missing
cli-iogram-good-use-target-iogram-good = iogram good-for USE TARGET, such as iogram good-for pi .; iogram good-for --list names the uses
cli-note-use-also-needs-no-measurement = note: this use also requires { $fact }, which no measurement shows; check the data sheet

# import
cli-wrong-file = { $wrong } { $file }
cli-give-json-writes = pass the output of --json
cli-cannot-read-run = cannot read a run from { $path }: { $error }
cli-name-file-holds-tool-output = name a file that holds the tool's output

# import_files
cli-refused-line = refused { $file }, line { $line }: { $why }
cli-refused = refused { $file }: { $why }
cli-nothing-imported-no-file = nothing to import: no file in { $folders }
cli-name-files-hold-output-tools-folder = name files with the output of tools, or a folder of such files
cli-mean-kinds = did you mean { $near }? kinds: { $kinds }
cli-kinds = kinds: { $kinds }
cli-cannot-read-files-kind = cannot read files of the kind "{ $kind }"
cli-copy-files-meant-into-folder-own = copy these files into a separate folder
cli-too-deep = it is nested too deeply
cli-name-itself = name it directly
cli-empty = it is empty
cli-looks-like-several-kinds = it looks like several kinds: { $kinds }
cli-say = choose one with --as
cli-pdf-not-read = it is a PDF, which iogram does not read
cli-take-text-out-pdftotext-layout-file = extract its text, such as with pdftotext -layout FILE, and import the text
cli-page-web-no-output-tool-found = it is a web page without output of a known tool
cli-copy-output-out-browser-into-file = copy the output from the browser into a separate text file
cli-no-kind-known = it is of no known kind
cli-say-2 = name its kind with --as, if iogram supports it
cli-packed = it is packed
cli-unpack-first = unpack it first: { $command }
cli-picture-not-read = it is a picture, which iogram does not read
cli-save-text-instead-crystaldiskmark-copies-ctrl = save the text instead: CrystalDiskMark copies it with Ctrl+C, other tools print or save it
cli-file-office-program = it is an office document
cli-save-plain-text-csv-output-tool = if it has output of a tool, save that as plain text or CSV
cli-sqlite-file = it is an SQLite file
cli-store-iogram-list-runs-iogram-runs = if it is an iogram store, list its runs with: iogram runs --store { $file }
cli-read-iogram-import-run = read it with: iogram import run { $path }
cli-run-iogram-own = it is an iogram run
cli-read-iogram-open = read it with: iogram open { $path }
cli-bundle-iogram-runs = it is an iogram bundle

# import_registers
cli-whether-registers-sd-card-emmc-not = the file does not show whether the registers are of an SD card or an eMMC: they are not decoded

# limits
cli-cannot-work-open-files-limit-process = iogram requires { $needed } open files; the limit of this process is { $limit }
cli-raise-limit-ulimit-n-1024 = raise the limit: ulimit -n 1024
cli-cannot-work-memory-limit-process-leaves = iogram requires { $needed } of memory; the limit of this process ({ $command }, { $limit }) leaves { $left }
cli-raise-limit-unlimited = raise the limit: { $command } unlimited
cli-cannot-start-threads-user-processes-threads = cannot start { $count ->
    [one] 1 thread
   *[other] { $count } threads
}: the limit of this user is { $limit } processes and threads together
cli-end-some-raise-limit-ulimit-u = end some of them, or raise the limit: ulimit -u 4096

# live
cli-nothing-completed = no request completed for { $time }
cli-mean = mean { $rate }
cli-slowest = slowest { $time }
cli-left = { $time } left
cli-drive-time-left = { $time } of the drive's time left

# measure
cli-shares-reads-discards-flushes-more-100 = the shares of reads, discards and flushes exceed 100 %
cli-lower-left-writes = lower one of them; the rest is writes
cli-cannot-make-new-test-file-exists = cannot make a new test file: { $target } exists already
cli-name-directory-leave-fresh-out = name a directory, or leave --fresh out
cli-new-empty-test-file-holds-nothing = a new and empty test file holds nothing to read
cli-leave-fresh-out-use-read-0 = leave --fresh out, or use --read 0%

# method_choice
cli-cannot-tell-method-both-named = cannot tell which method to run: both { $first } and { $file } are named
cli-method-file-name-only-target = with --method-file name only the target
cli-no-method = there is no method "{ $first }"
cli-method-comes-first = the method comes first: { $target } { $first }
cli-no-target-named-method = no target is named for method { $method }
cli-name-directory-file-block-device-after = name a directory, a file or a block device after the method; . is the current directory

# methods
cli-iogram-methods-id-explains-iogram-run = iogram methods ID explains one; iogram run ID TARGET runs it.
cli-nothing = nothing
cli-test-file-not-run-devices = a test file; it does not run on devices
cli-test-file-beginning-device = a test file, or the beginning of a device
cli-test-file-whole-device = a test file, or a whole device
cli-parameters-set-name-value = Parameters (--set name=value):
cli-default = { $help } [default: { $default }]
cli-default-help-default = { $help } [default: { $default }; one of { $choices }]
cli-destroy = --destroy { $typed } (on it: { $contents })
cli-destroy-borrow = --destroy { $typed }, or --borrow (on it: { $contents })
cli-not-reached = not reached
cli-every-step-full = Every step: --full
cli-on-id-target = { $id } on { $target }: { $title }
cli-drive-speed-decides-assume-rate-narrows = ; depends on the drive's speed: --assume RATE narrows it
cli-drive-speed-small-requests-decides = ; depends on the drive's speed with small requests
cli-earlier-run-drive = , from an earlier run of this drive
cli-earlier-runs-drive = , from { $count } earlier runs of this drive
cli-two-seconds-reading = , from two seconds of reading
cli-exactly = exactly { $size }
cli-drive-clock-exactly-seed = exactly { $time } of simulated time, with seed { $seed }
cli-not-estimated-carried-out-simulated-drive = (not an estimate: the simulated drive ran it)
cli-ends-early = Ends early:
cli-cell-cannot-go = cell "{ $name }" cannot continue: { $state }
cli-first-steps-exactly-simulated-drive-seed = { $done ->
    [one] (the first of { $count } steps is exact
   *[other] (the first { $done } of { $count } steps are exact
}, from the simulated drive with seed { $seed }; the others are estimated, because simulating them takes long)
cli-no-time = no time
cli-about-file-system-adds-estimate = about { $least } to { $most }, including the file system's own writes (estimate)
cli-most = at most { $size }
cli-much-drive-time-estimate = as much as the time allows: { $low } to { $high } (estimate)

# open
cli-refused-show-not-bundled-differences = refused to show { $path }: it differs from the original bundle (differences: { $count })
cli-ask-file-again-holds-looked-any = get the file again; any program for ZIP archives shows its contents
cli-bundle-every-hash-right-records-agree = bundle { $id }: all hashes are correct, and the records are consistent; this does not show who measured
cli-cannot-open = cannot open { $path }: { $why }
cli-name-file-iogram-bundle-wrote-folder = name a file that "iogram bundle" wrote, or the folder that it was unpacked to

# open/verify
cli-made-iogram-another-build-page-not = made by iogram { $theirs } (this is { $own }, or another build of it): its page was not compared with its records; the figures shown are this version's
cli-missing = { $path } is missing
cli-not-bundled = { $path } is not part of the bundle
cli-changed-sha-256-should = { $path } was changed: its SHA-256 is { $is }; expected { $should }
cli-manifest-json-lists-more-once = manifest.json lists { $path } more than once
cli-manifest-json-says-bytes = { $path } has { $is } bytes; manifest.json says { $should }
cli-contradicts-itself-rest-record = { $path } is inconsistent: { $place } is { $is }; the rest of the record gives { $should }
cli-contradicts-itself-rest-record-most = { $path } is inconsistent: { $place } is { $is }; the rest of the record gives at most { $should }
cli-contradicts-itself-rest-record-least = { $path } is inconsistent: { $place } is { $is }; the rest of the record gives at least { $should }
cli-contradicts-itself-rest-record-too-few = { $path } is inconsistent: { $place } is { $is }; the rest of the record has too few requests for it
cli-contradicts-itself-not-cannot-read-rest = { $path } is inconsistent: { $place } is missing or unreadable; the rest of the record gives { $should }
cli-contradicts-itself-cannot-read = { $path } is inconsistent: { $place } is unreadable
cli-listed-manifest-json-no-bundle-version = { $path } was not checked: manifest.json lists it, but bundles of this version do not have it
cli-name-holds-no-hash-compare-quoted = its name has no hash: compare { $id } with the published id
cli-manifest-json-changed-name-says-another = manifest.json was changed: the file name has another id than the bundle, { $id }
cli-no-run-path-error = { $path } is not a run: { $error }
cli-manifest-json-calls-run = manifest.json lists { $path } as run { $is }; expected { $should }
cli-manifest-json-says-serial-numbers-hidden = manifest.json says that serial numbers are hidden, but { $path } has one at { $place }
cli-manifest-json-says-another-answer-follows = { $path } or manifest.json has the answer "{ $is }"; the record gives "{ $should }"
cli-pictures-could-not-drawn-not-compared = its pictures could not be drawn and were not compared
cli-not-records-give-says-should-say = { $path } does not match the records: it says "{ $is }"; expected "{ $should }" (SHA-256 { $hash })
cli-no-bundle-these-records = { $path } does not belong to a bundle of these records

# options
cli-store = the store
cli-drive-name-destroy-also-names = one drive has one name, but --destroy also names "{ $other }"
cli-give-destroy-once-once-names-drive = use --destroy once; with --at-once, use it once for each drive

# outlets
cli-name-file-trace-standard-input = name the file of a trace, or - for standard input
cli-standard-output = { $hint }; - is standard output
cli-cannot-name-trace-comes-standard-input = cannot choose a name for the trace: it comes from standard input
cli-name-file-out = name its file with --out
cli-name-new-file-log = name a new file for the log
cli-cannot-write-two-documents-standard-output = cannot write two documents to standard output: --json - and --output-format both write there
cli-write-file-json-file-into-file = write one of them to a file: --json FILE, or --into FILE
cli-refused-use-store-too = refused to use { $store }: it is also the store
cli-name-another-store-store-use-no = name another store with --store, or use --no-store
cli-cannot-write-page-files-standard-output = cannot write the page with its files to standard output
cli-leave-out-out-page-alone-format = leave --out out to get only the page (--format text, markdown or json); or name FILE.html or a directory
cli-cannot-make-report-name-file = cannot write a report to { $path }: a page ends in .html
cli-name-page-file-html-directory-gets = name a page FILE.html, or a directory, which gets Markdown, pictures and the page

# output
cli-cannot-read-name-text = cannot read { $NAME }="{ $text }"
cli-cannot-write-standard-output-closed = cannot write to standard output: it is closed
cli-open-name-file-instead = open it, or name a file instead of -
cli-cannot-write-standard-output = cannot write to standard output: { $error }
cli-disk-full = check whether the disk is full

# pictures
cli-cannot-draw-png-iogram-built-without = cannot draw PNG: this iogram was built without it
cli-leave-images-png-out-build-cargo = leave --images png out, or build it: cargo build --release --features png
cli-draws-charts = draws charts: { $done } of { $count }

# places
cli-cannot-find-place-keep-runs-neither = cannot find a place for runs: neither XDG_DATA_HOME nor HOME is set
cli-name-file-store-use-no-store = name a file with --store, or use --no-store
cli-cannot-hide-serial-numbers-neither-xdg = cannot hide serial numbers: neither XDG_DATA_HOME nor HOME is set, so there is no place for their salt
cli-set-home-leave-serial = set HOME, or leave them as they are with --with-serial
cli-last-run = the last run: { $id }
cli-cannot-look-into-store-no-file = cannot open the store { $path }: there is no such file
cli-measure-something-first-iogram-quick-name = run a measurement first (iogram quick), or name another store with --store

# plan_steps
cli-between-blocks = between the blocks
cli-nothing-measured-name = { $name }: no measurements
cli-1-measurement = { $name }: 1 measurement
cli-measurements = { $name }: { $count } measurements
cli-lay-out-filled = lay out { $size }, filled
cli-lay-out-allocated = lay out { $size }, allocated
cli-lay-out = lay out { $size }
cli-purge-time-cannot-told = purge ({ $choice }): time unknown
cli-discard = discard { $region }
cli-probe-time-cannot-told = { $name }: probe { $kind }, time unknown
cli-rest-until = rest, then until { $goal }
cli-round-again-until-x-capacity-written = round, repeated until { $passes } x the capacity is written, steady or not, at most { $most } times
cli-round-times = round, { $most } times
cli-round-again-until-steady-x-capacity = round, repeated until { $cells } is steady or { $passes } x the capacity is written, at most { $most } times
cli-round-again-until-steady-most-times = round, repeated until { $cells } is steady, at most { $most } times
cli-choose-cells-below = choose { $name } of { $count ->
    [one] 1 cell
   *[other] { $count } cells
}: { $pick } { $figure }, { $limited } below { $limit }
cli-choose-cells = choose { $name } of { $count ->
    [one] 1 cell
   *[other] { $count } cells
}: { $pick } { $figure }
cli-mean-latency = mean latency
cli-depth-jobs-chosen = depth and jobs as chosen
cli-chosen = as chosen
cli-search-needs = { $access }, { $block }, as the search sets it
cli-access-block-taken = { $access }, { $block }, { $taken }
cli-depth = { $access }, { $block }, depth { $depth }
cli-depth-jobs = { $access }, { $block }, depth { $depth }, { $jobs } jobs
cli-beside = { $load }; at the same time: { $names }
cli-name-load = { $name }: { $load }
cli-not-counted = { $name } (not counted): { $load }

# prepare
cli-class-drive = class of the drive: { $class }
cli-only-io-uring-poll-completions = only io_uring can poll for completions
cli-leave-poll-out-use-engine-io = leave --poll out, or use --engine io_uring
cli-hint-compare-many-runs-another-drive = hint: to compare with the same number of runs of another drive: iogram compare { $ids } -- RUN RUN ..
cli-hint-page-all-side-side-charts = hint: for a page of charts of all of them: iogram report { $all } -o FOLDER

# progress
cli-writing-once-more-wrote = repeating the writes of { $title }
cli-iogram-not-run-cell-measured-again = { $name }: iogram was paused for { $paused }; the cell is measured again
cli-purged = purged by { $method } in { $time }
cli-stopped-drive-purged-part = stopped; the drive may be partly purged
cli-not-purged = not purged
cli-done = { $name }: done in { $took }
cli-name-state = { $name }: { $state }
cli-not-counted-2 = {" "}(not counted)
cli-requests-failed = requests failed
cli-no-space-left = there is no space left
cli-device-gone = the device is gone
cli-target-takes-no-more-writes = the target no longer accepts writes
cli-request-not-come-back = a request did not complete
cli-not-supported-here = not supported here
cli-ended-way-version-not-know = ended in a way that this version does not know
cli-preparing-first = preparing the first { $size }
cli-using-first = using the first { $size }
cli-writing-test-file = writing a test file of { $size }
cli-making-room = making room for { $size }
cli-discarding = discarding { $region }
cli-finding-out = probing: { $probe }
cli-resting = resting for { $time }
cli-resting-until-most = resting for { $time_min }, then until { $goal }, at most { $time_max }
cli-looking-whether-steady = checking for steady state
cli-choosing-among-cells = choosing { $name } among { $count ->
    [one] 1 cell
   *[other] { $count } cells
}
cli-searching = searching { $name }
cli-long-drive-needs-purged = as long as the drive needs for the purge
cli-depending-drive-speed = { $time }, depending on the drive's speed
cli-long-drive-needs-purged-time = { $time }, and as long as the drive needs for the purge

# publish
cli-wrote-charts = wrote { $path } with { $count ->
    [one] 1 chart
   *[other] { $count } charts
}
cli-name-file-file-html-charts-need = name a file FILE.html: its charts need no pictures

# push
cli-copied = copied to { $server }
cli-warning-why = warning: { $why }
cli-run-kept-here-next-run-iogram = the run is kept here; the next run or iogram push copies it
cli-name-postgres-user-host-database-iogram = name one with { $option } postgres://USER@HOST/DATABASE, or in IOGRAM_SERVER
cli-cannot-copy-store-into-itself = cannot copy the store { $path } into itself
cli-name-two-different-ones = name two different ones
cli-run-left-out = skipped run { $id }: { $why }
cli-runs-same-command-goes-others = { $done } of { $count ->
    [one] 1 run is
   *[other] { $count } runs are
} copied; the same command copies the rest
cli-run-being-measured-here-left-out = skipped run { $id }: it is being measured in this store
cli-run-being-measured-left-out = skipped run { $id }: it is being measured in the other store
cli-run-left-out-part-campaign-broken = skipped run { $id }: it is part of an interrupted campaign; name it to copy it
cli-run-left-out-another-run-same = skipped run { $id }: another run in the other store is the same part of its campaign
cli-run-left-out-another-run-here = skipped run { $id }: another run in this store is the same part of its campaign
cli-run-left-more-known = skipped run { $id }: the other store's copy has more data
cli-run-left-here-more-known = skipped run { $id }: this store's copy has more data
cli-run-left-another-run = skipped run { $id }: in the other store, the id belongs to a different run
cli-run-left-here-another-run = skipped run { $id }: in this store, the id belongs to a different run
cli-run-left-out-damaged = skipped run { $id }: it is damaged
cli-being-measured = { $count } being measured
cli-broken-off-campaign = { $count } interrupted in a campaign
cli-done-another-run = { $count } done by another run
cli-better-known = { $count } with more data in the other store
cli-better-known-here = { $count } with more data in this store
cli-id-another-run = { $count } with the id of a different run in the other store
cli-id-another-run-here = { $count } with the id of a different run in this store
cli-damaged = { $count } damaged
cli-runs-new-renewed-before = { $there ->
    [one] 1 run is
   *[other] { $there } runs are
} in { $place }: { $new } new, { $renewed } renewed, { $same } unchanged
cli-all-next = { $all }, { $next }
cli-no-runs-copy = there are no runs to copy to { $place }
cli-left-out-copied-left = { $copied }; { $left } skipped: { $reasons }
cli-cannot-copy-runs-not-understood = cannot copy { $count ->
    [one] 1 run: its record
   *[other] { $count } runs: their records
} cannot be read
cli-newer-iogram-made-update-iogram-not = if a newer iogram made them, update iogram; if not, restore them from a backup of the store
cli-newer-iogram-made-update-iogram-not-push = if a newer iogram made them, update iogram; if not, push them again from the computer that measured them
cli-refused-replace-runs-others-ids = refused to replace { $count ->
    [one] 1 run with a different run of the same id
   *[other] { $count } runs with different runs of the same ids
}
cli-look-both-iogram-show-run-store = compare both with `iogram show RUN --store ..`; delete the one that you do not need

# reference
cli-name-run-same-settings-comes-iogram = name a run of { $method } with the same settings, or one that comes with iogram: { $names }
cli-cannot-set-scores-relation = cannot relate the scores to { $name }: { $why }
cli-run-other = it is a run of { $other }
cli-no-scores-traces = it has no trace scores
cli-made = it was made with { $key }={ $other }; this run has { $key }={ $value }

# restore
cli-saved-device-every-block-place-nothing = wrote { $image }: { $size } of saved blocks, each at its offset; nothing was put back, and { $journal } stays
cli-left-run-killed = { $folder }: left by a run that was killed
cli-nothing-borrowed-no-journal = nothing is borrowed: { $directory } has no journal
cli-removed-left-run-killed = removed { $folder }: left by a run that was killed
cli-removed-saving-not-finished-nothing-written = removed { $path }: saving was not finished, and nothing was written to the device
cli-being-written-running-iogram = a running iogram is writing { $path }
cli-device-right-remove-file = if the device is correct as it is, remove the file
cli-journal-done = { $journal }: { $done }

# resume
cli-run-goes-where-kept-seed = a resumed run keeps its store and its seed

# runs
cli-run-device = { $what } is run { $id }; with --device it is { $names }
cli-cannot-find-run-device = cannot find a run or a device "{ $what }"
cli-iogram-runs-lists-runs-iogram-list = "iogram runs" lists the runs, "iogram list" the devices
cli-cannot-delete-run-whole-id = cannot delete run { $run }: the whole id is { $id }
cli-type-whole-id-no-other-run = type the whole id, so that no other run is deleted by mistake
cli-deleted = deleted { $id }

# safety
cli-only-reads = reads only
cli-nothing-done = does nothing
cli-destroy-all-type = To destroy all of this, type { $what }: { $typed_name }
cli-only-enter = Enter alone: { $without }.
cli-use-destroy = use --destroy
cli-nothing-recognised = {"  "}nothing recognised on it

# search_words
cli-search-most-within-limits = search { $name }: the most { $varied } from { $from } to { $to } within { $count ->
    [one] 1 limit
   *[other] { $count } limits
}

# serve
cli-cannot-serve-drive-iogram-built-without = cannot serve a drive: this iogram was built without FUSE
cli-build-cargo-build-release-features-mount = build one that can: cargo build --release --features mount

# serve/mounted
cli-simulated-seed-until-ctrl-c = { $spec } ({ $title }, { $capacity }), simulated with seed { $seed }, is { $file } until Ctrl-C
cli-ctrl-c-once-more-takes-away = press Ctrl-C again to take it away from its users
cli-connection-kernel-broke = the connection to the kernel broke

# serve/recording
cli-thread-writes-trace-ended-early = the thread that writes the trace ended early
cli-requests-recorded-iogram-trace-show = recorded { $count ->
    [one] 1 request
   *[other] { $count } requests
}: { $path } (iogram trace show { $path })

# signals
cli-stopping-press-ctrl-c-again-quit = Stopping... press Ctrl-C again to quit now
cli-cannot-watch-signals = cannot watch for signals: { $error }

# spans
cli-about = about { $time }
cli-up = up to { $time }

# standard_input
cli-longer-mib = it is longer than { $mebibytes } MiB

# trace
cli-read-together-files-recording-other-processors = read together with the files of the recording's other processors, { $count } files in all
cli-requests-read-iogram-trace-show = { $count ->
    [one] 1 request
   *[other] { $count } requests
} in { $time }, read as { $kind }: { $path } (iogram trace show { $path })
cli-no-times-make-again-iogram-trace = it has no times: replay it with iogram trace run FILE DRIVE --timing as-fast-as-possible
cli-requests-stood-behind-later-ones-put = { $count ->
    [one] 1 request was out of order and was
   *[other] { $count } requests were out of order and were
} sorted
cli-requests-other-volumes-left-out = skipped { $count ->
    [one] 1 request
   *[other] { $count } requests
} of other volumes
cli-requests-no-answer-source-not-say = skipped { $count ->
    [one] 1 request without an answer: the source does not show whether it
   *[other] { $count } requests without an answer: the source does not show whether they
} read or wrote
cli-requests-no-completion-recording = { $count ->
    [one] 1 request has
   *[other] { $count } requests have
} no completion in the recording
cli-lines-could-not-understood-left-out = skipped { $count ->
    [one] 1 line
   *[other] { $count } lines
} that could not be parsed:
cli-wrong = {"  "}{ $wrong }
cli-cannot-make-trace-again-comes-standard = cannot replay a trace from standard input: it is read several times
cli-write-file-first-iogram-trace-import = write it to a file first: iogram trace import - --out FILE
cli-said-twice = { $name } is set twice
cli-leave-set-out = leave --set { $name }=.. out
cli-name-trace-iogram-wrote = name a trace that iogram wrote
cli-wrong-why-wrong-why = { $wrong } ({ $why })
cli-cannot-import = cannot import { $path }: { $wrong }
cli-cannot-record-asked = cannot record the requests to { $path }: { $wrong }
cli-cannot-read-path-wrong = cannot read { $path }: { $wrong }

# trace/record
cli-nothing-asked-meanwhile = { $device } had no requests during the recording
cli-stays-memory-asks-nothing-drive-end = data that stays in memory causes no requests: end the command with sync

# tune
cli-everything-stays-until-iogram-tune-restore = all settings stay until: iogram tune --restore
cli-idle-states-most-10-us-wake = idle states: at most 10 us to wake, while it runs (/dev/cpu_dma_latency)
cli-nothing-changed-run-keep = nothing was changed; use --for-this-run or --keep
cli-instead = { $what }: { $during } instead of { $before } ({ $place })
cli-warning-not-set = warning: not set: { $why }
cli-warning-not-put-back = warning: not restored: { $why }
cli-set-until-ctrl-c = settings stay until Ctrl-C
cli-put-back = settings restored
cli-nothing-changed = no settings to restore
cli-cannot-put-back-everything = cannot restore all settings: { $failures }
cli-restart-computer = restart the computer to restore them
cli-everything-put-back = all settings are restored

# uses
cli-mean-uses = did you mean "{ $near }"? uses: { $all }
cli-uses = uses: { $all }
cli-no-use-rules = unknown use "{ $id }"

# verify
cli-no-files-remove-cleanup-goes-free = no files to remove: --cleanup requires --free or --read
cli-leave-cleanup-out = leave --cleanup out
cli-hint-earlier-pass-over-device-broken = hint: an earlier pass over this device was interrupted; { $how }

# verify_files
cli-h2w-written = { $number }.h2w: { $size } written in { $time }, { $rate }
cli-files-stay-read-checks-read-cleanup = the files stay; --read checks them, --read --cleanup removes them
cli-cannot-check-files-not-directory = cannot check files in { $name }: it is not a directory
cli-name-directory-mounted-file-system = name a directory of the mounted file system
cli-cannot-write-no-space-left = cannot write to { $directory }: there is no space left
cli-free-some-space = free some space
cli-h2w-read = { $number }.h2w: { $size } read in { $time }, { $rate }
cli-sectors-wrong = { $done }, { $lost ->
    [one] 1 sector is
   *[other] { $lost } sectors are
} wrong
cli-no-csv-checked-files = cannot write CSV of checked files
cli-use-format-json-text = use --format json or text

# outlets
cli-method-file = the method file

# exclude
cli-refused-change-run-process-measures-since = refused to change run { $run_id }: process { $process } has been measuring it since { $since }

# import
cli-refused-replace-run-process-measures-since = refused to replace run { $run_id }: process { $process } has been measuring it since { $since }

# runs
cli-refused-delete-run-process-measures-since = refused to delete run { $run_id }: process { $process } has been measuring it since { $since }

# options
cli-file-result = the file for the result

# progress
cli-flushes = flushes

# boot
cli-interrupted = interrupted

# compare
cli-yesterday = yesterday

# methods
cli-stopped = stopped

# outlets
cli-standard-output-2 = - is standard output

# plan_steps
cli-rest = rest
cli-highest = highest
cli-lowest = lowest
cli-middle = middle
cli-iops = IOPS
cli-throughput = throughput
cli-seq = seq
cli-random = random
cli-permutation = permutation
cli-time = time
cli-cool = cool
cli-idle = idle
cli-cool-idle = cool-and-idle

# progress
cli-purging = purging

# resume
cli-leave-out-no-store-seed = leave out --no-store and --seed

# search_words
cli-jobs = jobs
cli-depth-2 = depth

# args/meant
cli-discard-100 = --discard 100%
cli-access-random-read-50 = --access random --read 50%
cli-access-seq-read-50 = --access seq --read 50%
cli-access-random-read-0 = --access random --read 0%
cli-access-random-read-100 = --access random --read 100%
cli-access-seq-read-0 = --access seq --read 0%
cli-access-seq-read-100 = --access seq --read 100%
cli-json-file = --json FILE
cli-data-compress-50 = --data compress=50%
cli-data-zeros = --data zeros
cli-seed-n = --seed N
cli-repeat-n = --repeat N
cli-sync-end = --sync end
cli-count-n = --count N
cli-jobs-n = --jobs N
cli-depth-n = --depth N

# bundle
cli-target = target
cli-drive = drive
cli-computer = computer
cli-notes = notes
cli-bundled = it is an input of the bundle

# report
cli-reported = it is an input of the report

# open
cli-opened = it is the bundle to open

# outlets
cli-where-truth-goes-2 = it is the file for --truth
cli-file-read-2 = it is the input file
cli-job-file-2 = it is the job file
cli-where-log-goes-2 = it is the file for --log
cli-method-file-2 = it is the method file
cli-log-2 = it is the log
cli-trace-2 = it is the trace
cli-measured-3 = it is the target
cli-iogram-itself-2 = it is iogram itself
cli-store-3 = it belongs to the store
cli-store-4 = it is the store
cli-among-saved-blocks-2 = it is among the saved blocks

# campaign/standing
cli-running = running
cli-failed-2 = failed
cli-cancelled = cancelled

# methods
cli-answers = Answers:
cli-source = Source:
cli-media = Media:
cli-writes = Writes:
cli-verdict = Verdict:
cli-time-2 = Time:
cli-reads = Reads:
cli-needs = Needs:
cli-warning-2 = Warning:
cli-destroys = Destroys:
cli-endurance = Endurance:

# output
cli-cannot-write-language = unknown language "{ $tag }"
cli-use-names = use one of { $names }

# progress
cli-completed = completed

# exclude
cli-nobody-left-out = it is not excluded
cli-counts-again = included again
cli-no-figure-any-more = excluded from all figures
cli-left-out-already = it is excluded already
cli-method-not-count = its method does not count it

# methods
cli-class = Class:

# progress
cli-read = read
cli-write = write
cli-discard-2 = discard

# push
cli-cannot-push-runs-no-server-named = cannot push runs: no server is named
cli-cannot-pull-runs-no-server-named = cannot pull runs: no server is named

# tune
cli-computer-still-set-run-iogram-tune = the computer is still tuned for the run: iogram tune --restore

# prepare
cli-borrowed-not-put-back-yet-iogram =
    borrowed blocks are not put back yet: iogram restore
    the computer is still tuned for the run: iogram tune --restore
cli-borrowed-not-put-back-yet-iogram-restore = borrowed blocks are not put back yet: iogram restore
cli-cannot-diagnose-file = cannot diagnose { $name }: it is a file
cli-name-folder-file-drive = name its folder or its drive

# restore
cli-journal-first-blocks = the first { $size } of { $drive }, { $place }, { $state }
cli-journal-not-connected = not connected
cli-journal-not-restored = not restored
cli-journal-restore-newer-first = restore { $newer } first
cli-journal-being-written = still being written
cli-journal-unfinished = unfinished; its device was not written
cli-journal-unknown = unknown
