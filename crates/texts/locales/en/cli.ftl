# advise
cli-cannot-advise-no-drive-catalogue = cannot advise: no drive is in the catalogue
cli-iogram-drive-add-run-last-makes = iogram drive add --run last makes an entry from a run, iogram drive import-samples brings drives with published figures

# announcement
cli-on = { $title } on { $place }
cli-takes = { $title } on { $place }; takes { $time }
cli-simulated-drive-time-takes = { $title } on { $place }; in the simulated drive's time it takes { $time }
cli-warning = warning: { $what }
cli-hint-destroy-destroy = hint: to destroy what is on it: --destroy { $typed }
cli-overwritten-saved-put-back = what is overwritten is saved in { $journals } and put back
cli-first-borrowed-blocks = the first { $size } are borrowed; their blocks are in { $journals }
cli-writes-reads-all = writes and reads all { $size }
cli-genuine-drive-written-most-rule-out = a genuine drive is written at most { $size }, to rule out caches up to { $cache }
cli-run-goes-probe-where-broken-off = run { $id } goes on with the probe { $probe } where it was broken off
cli-run-begins-anew-nothing-finished = run { $id } begins anew: nothing of it was finished
cli-run-goes-after-finished-probes = run { $id } goes on after its finished probes
cli-run-goes-after-first-cell = run { $id } goes on after its first cell
cli-run-goes-after-finished-cells = run { $id } goes on after { $count } finished cells
cli-done-once-more = done once more: { $repeated }
cli-cannot-brought-back = cannot be brought back: { $lost }

# args/catalogue
cli-not-day-write-2025-12-19 = "{ $text }" is not a day; write such as 2025-12-19, 2025-12 or 2025

# args/meant
cli-block-size-block-4kib = --block SIZE, such as --block 4KiB
cli-time-time-time-10s = --time TIME, such as --time 10s
cli-ramp-time-ramp-2s = --ramp TIME, such as --ramp 2s
cli-read-percent-read-70 = --read PERCENT, such as --read 70%
cli-read-percent-not-read-written = --read PERCENT: what is not read is written
cli-engine-io-uring-engine-sync = --engine io_uring or --engine sync
cli-amount-size-amount-1gib = --amount SIZE, such as --amount 1GiB
cli-region-start-end-region-1gib-2gib = --region START..END, such as --region 1GiB..2GiB
cli-rate-rate-rate-500-s = --rate RATE, such as --rate 500/s
cli-access-zipf-1-2-access-zoned = --access zipf=1.2 or --access zoned=50/5:30/15:20/80
cli-sync-each-sync-every-n-sync = --sync each or --sync every=N, with --sync-call
cli-format-text-markdown-json-csv = --format text, markdown, json or csv
cli-time-alone-ends-measurement = --time alone ends a measurement
cli-jobs-always-reported-together = jobs are always reported together
cli-written-never-repeats-unless-data-says = what is written never repeats unless --data says so
cli-buffered-cold-empties-page-cache-before = --buffered-cold empties the page cache before
cli-iogram-verify-finds-out-whether-drive = iogram verify finds out whether a drive keeps what is written
cli-direct-takes-no-value-default = '--direct' takes no value, and is the default
cli-target-needs-no-option-iogram = the target needs no option: 'iogram { $command } .. { $target }'
cli-fio-not-needed = fio's '--{ $name }' is not needed: { $why }
cli-fio-iogram-measure = fio's '--{ $name }' is 'iogram measure' with { $same }
cli-fio-iogram-measure-method-own = fio's '--{ $name }' is 'iogram measure' with { $same }; a method has its own
cli-access-seq-random-read-percent = --access seq or random, and --read PERCENT
cli-parameter-method-set-set-value = a parameter of a method is set with '--set { $name }=VALUE'
cli-belongs-iogram-measure-method-own = '--{ $name }' belongs to 'iogram measure'; a method has its own

# args/values
cli-wrong-hint = { $wrong }; { $hint }
cli-not-note-write-cooling-heat-sink = "{ $text }" is not a note; write such as cooling="heat sink"
cli-off = { $wrong }; or "off"
cli-too-often-write-more-off = "{ $text }" is too often; write { $least } or more, or "off"
cli-no-list-processors-write-0-3 = "{ $text }" is no list of processors; write such as 0-3,8, or "auto"
cli-no-time-all-write-more-10s = "{ $text }" is no time at all; write more, such as 10s
cli-nothing-all-write-more-64mib = "{ $text }" is nothing at all; write more, such as 64MiB
cli-not-whole-number-write-42 = "{ $text }" is not a whole number; write such as 42
cli-not-count-write-whole-number-1 = "{ $text }" is not a count; write a whole number, 1 or more
cli-too-often-write-most-1000 = "{ $text }" is too often; write at most 1000
cli-not-rate-write-90mb-s = "{ $text }" is not a rate; write such as 90MB/s

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
cli-something-similar = there is something similar: '{ $similar }'

# at_once
cli-no-drive-serial-number = no drive has the serial number { $text }
cli-iogram-list-shows-drives-computer-serial = iogram list shows the drives of this computer with their serial numbers
cli-several-drives-serial-number = several drives have the serial number { $text }: { $list }
cli-name-paths = name them by their paths
cli-drives-once = { $title } on { $count } drives at once
cli-each-drive-run-kept-run-own = each drive's run is kept as a run of its own
cli-sets-computer-drive-iogram-tune-before = it sets the computer for one drive; iogram tune does before
cli-meter-measures-drive = a meter measures one drive
cli-cannot-measure-several-drives-once = cannot measure several drives at once with { $option }: { $why }
cli-leave-out = leave { $option } out
cli-destroy-names-none-these-drives-called = --destroy names { $text }, and none of these drives is called that
cli-iogram-list-shows-serial-numbers-name = iogram list shows serial numbers; a name is needed only for a drive that holds something
cli-several-these-drives-called-meant = several of these drives are called { $own }: which one was meant?
cli-measure-after-other = measure them one after the other
cli-more-iogram-show = More: iogram show { $id }
cli-target-why = { $target }: { $why }

# board
cli-name-what = { $name }: { $what }
cli-more-ended = and { $more } more; { $ended } have ended
cli-begins-takes = begins; takes { $time }
cli-begins-simulated-drive-time-takes = begins; in the simulated drive's time it takes { $time }
cli-measured = measured
cli-waits-turn = waits for its turn

# boot
cli-came-last = what came last:
cli-saved-iogram-show = saved as { $id } in { $path } (iogram show { $id })
cli-cannot-use-log-no-serial-line = cannot use { $option } with { $file }: it is a log, and no serial line
cli-leave-out-name-serial-line-dev = leave { $option } out, or name a serial line such as /dev/ttyUSB0
cli-cannot-read = cannot read { $file }: { $why }
cli-boots-first-taken = there are { $count } boots in { $file }: the first { $taken } are taken
cli-cannot-find-boot-line = cannot find a boot in { $file }: from a line with "{ $from }" to one with "{ $to }"
cli-name-lines-say = name what its lines say with --from and --to
cli-name-log-serial-line = name a log of a serial line
cli-boots-until-kept = the boots until then are kept
cli-power-switched-boot = power is switched: boot { $number } of { $count }
cli-switch-computer-off-boot = Switch the computer off and on: boot { $number } of { $count }
cli-boot = boot { $number } of { $count }: { $time }
cli-cannot-run-sh = cannot run sh: { $error }
cli-command-power-needs = the command of --power needs it
cli-command-power-failed = the command of --power failed: { $why }
cli-try-itself-first-switch-computer-off = try it by itself first: it has to switch the computer off and on, and end with 0
cli-boots = it boots: { $line }

# bundle
cli-nothing-written = nothing was written
cli-cannot-bundle-run = cannot bundle run { $id }: { $error }
cli-please-report-run = please report it with the run
cli-refused-bundle-run-goes = refused to bundle run { $id }: it goes on
cli-wait-end = wait for its end
cli-run-no-end-broken-off-says = run { $id } has no end: it was broken off, and says so
cli-cannot-hide-identifies-run = cannot hide what identifies you in run { $id }: { $error }
cli-please-report-serial-bundles-run = please report it; --with-serial bundles the run as it is
cli-refused-write-no-folder = refused to write { $path }: it is no folder
cli-name-new-directory = name a new directory
cli-cannot-put-much-into-file-format = cannot put so much into one file: the format ends at 4 GiB
cli-name-directory-out-dir = name a directory: --out DIR/
cli-wrote-bundle-iogram-open = wrote { $path }: bundle { $id } (iogram open { $path })
cli-leaves-computer = What leaves this computer, of { $runs }:
cli-becomes-texts = {"  "}{ $what }: { $was } becomes { $becomes } (in { $count } texts)
cli-serial-numbers-paths-names-measured = {"  "}serial numbers, paths and names are as they were measured
cli-nothing-found-records-names-computer-single = {"  "}nothing was found in the records that names you, this computer or a single drive
cli-stays = {"  "}stays as it is: { $what }: { $said }
cli-file = {"  "}file { $path }, { $size }
cli-pictures-images = {"  "}{ $count } pictures in images/, { $size }
cli-serial-number = serial number
cli-method-file-own = method file of your own
cli-name-imported-file = name of the imported file
cli-description-imported-file = description in the imported file
cli-refused-bundle-without-being-asked-nobody = refused to bundle without being asked for: nobody is there to say yes
cli-look-list-add-yes = look at the list, and add --yes
cli-write-serial-numbers-all-y-n = Write it, serial numbers and all? [y/N]{" "}
cli-write-y-n = Write it? [y/N]{" "}
cli-nothing-typed = nothing was typed: { $error }

# bundle/salt
cli-cannot-hide-serial-numbers-holds-no = cannot hide serial numbers: { $path } holds no salt
cli-move-away-new-made-hashes-same = move it away: a new one is made, and hashes of the same drive become others
cli-cannot-read-path-why = cannot read { $path }: { $why }

# campaign
cli-cannot-understand-kept = cannot understand what is kept in { $path }
cli-newer-iogram-written-move-away-submit = a newer iogram may have written it; move it away and submit the campaign again
cli-campaign-not-submitted-here = campaign { $id } was not submitted here
cli-iogram-campaign-submit-file-changed-since = iogram campaign submit { $file }; a file that was changed since is another campaign
cli-campaign-under-way-already = campaign { $id } is under way already
cli-iogram-campaign-status-campaign-cancel = iogram campaign status { $file }, or campaign cancel
cli-campaign-ends-cells-done-kept-campaign = campaign { $id } ends; cells that are done are kept, and campaign submit goes on
cli-campaign-not-under-way = campaign { $id } is not under way

# campaign/conditions
cli-cannot-tell-how-warm-campaign-begins = cannot tell how warm { $target } is, and the campaign begins at { $most } °C at most
cli-leave-temperature-max-celsius-out-drives = leave temperature_max_celsius out for drives that tell none, or run as root
cli-c-after-campaign-begins-c-most = { $target } has { $celsius } °C after { $waited }, and the campaign begins at { $most } °C at most
cli-cool-raise-wait-max-temperature-max = cool it, or raise wait_max or temperature_max_celsius under [conditions]
cli-same-command-goes = the same command goes on

# campaign/look
cli-cannot-understand-drives = cannot understand which drives { $host } has: { $error }
cli-install-same-version-iogram = install the same version of iogram there
cli-cannot-start = cannot start { $program }: { $error }
cli-install-choose-another-engine-engine = install it, or choose another engine with --engine
cli-failed = { $command } failed: { $why }
cli-try-same-command-hand = try the same command by hand

# campaign/show
cli-campaign-tasks-methods-drives-runs-engine = Campaign { $id }: { $tasks } tasks ({ $methods } methods on { $drives } drives), { $runs } runs, engine { $engine }.
cli-drives-written-serial-numbers-not-destroy = { $count } drives are written to, and their serial numbers are not in destroy = [..]: what holds data is refused: { $drives }

# campaign/slurm
cli-queued-until-stays-iogram-campaign-cancel = what was queued until then stays: iogram campaign cancel ends it
cli-campaign-tasks-queued-array-jobs = campaign { $id }: { $tasks } tasks are queued as { $arrays } array jobs: { $jobs }
cli-hint = hint: { $hint }
cli-cannot-queue-tasks-sbatch = cannot queue tasks with sbatch: { $why }
cli-see-whether-slurm-answers-sinfo-campaign = see whether Slurm answers (sinfo); what the campaign asks of it is shown by --dry-run

# campaign/standing
cli-campaign-done-all-tasks-no-drive = Campaign { $id } is done: all { $count } tasks, and no drive failed.
cli-campaign-done-all-tasks-drive-failed = Campaign { $id } is done: all { $count } tasks; in { $failed } of them the drive failed.
cli-campaign-tasks-done-drive-failed-run = Campaign { $id }: { $done } of { $count } tasks are done ({ $failed } with a drive that failed), { $running } run, { $waiting } wait, { $broken } could not be done, { $left } are left.
cli-not-submitted-computer-user = It was not submitted from this computer by this user.
cli-hint-left-done = hint: what is left is done by: { $hint }
cli-hint-all-runs-charts = hint: all runs with their charts: { $hint }
cli-drives-failed = { $count } drives failed:
cli-not-done = Not done: { $tasks }

# campaign/task
cli-campaign-no-task = campaign { $id } has no task { $index }
cli-iogram-campaign-plan-file-numbers-tasks = iogram campaign plan FILE numbers its tasks
cli-runs-task-kept-seed-campaign-gives = the runs of a task are kept, with the seed that its campaign gives them
cli-leave-out-no-store-json-seed = leave out --no-store, --json and --seed; iogram show RUN --format json prints one
cli-no-plan-campaign = { $what } is no plan of a campaign
cli-iogram-campaign-plan-file-format-json = iogram campaign plan FILE --format json writes one; name it, or the campaign file
cli-round-done-run = round { $round } is done: run { $id }
cli-task-names-no-drive = the task names no drive
cli-drive-failed-another-method-campaign-given = drive { $drive } failed another method of the campaign: it is given no other

# campaign/workers
cli-campaign-names-no-computers-ssh = the campaign names no computers for ssh
cli-add-hosts-lab1-lab2-under-campaign = add hosts = ["lab1", "lab2"] under [campaign]
cli-drive-engine-local-measures-here = drive { $drive } is at { $host }, and engine local measures here
cli-use-engine-ssh-slurm-leave-host = use --engine ssh or slurm, or leave host out
cli-task-run-could-not-answer-asked = task { $index }: the run on { $name } could not answer what was asked
cli-task-drive-failed = task { $index }: drive { $name } failed
cli-task-broken-off-goes-later = task { $index } on { $name } was broken off, and goes on later: { $why }
cli-task-could-not-done-said = task { $index } on { $name } could not be done; what it said is in { $log }
cli-tasks-could-not-done-no-other = { $count } tasks could not be done: no other is begun
cli-campaign-tasks-done-drive-failed-could = campaign { $id }: { $done } of { $count } tasks are done, { $failed } with a drive that failed; { $broken } could not be done, { $skipped } were left out
cli-campaign-not-done-tasks-left = the campaign is not done: { $count } tasks are left
cli-iogram-campaign-submit-goes = iogram campaign submit { $file } goes on

# capture
cli-cannot-capture-no-drive-behind = cannot capture { $device }: there is no drive behind it
cli-name-block-device-iogram-list-shows = name a block device; "iogram list" shows them
cli-no-longer = { $device } is no longer there
cli-plug-again = plug it in again
cli-cannot-capture-partition = cannot capture { $device }: it is a partition
cli-name-whole-device = name the whole device, { $whole }
cli-refused-show-something-names-drive = refused to show { $device }: something that names this one drive would be in it
cli-please-report-output-iogram-list = please report it with the output of "iogram list"
cli-serial-number-stays-because-short-common = its serial number stays, because it is short or a common word: { $serial }
cli-written-iogram-show-shows = written to { $path }; iogram show { $path } shows it
cli-files-kernel-pages-answers-drive = { $device }: files of the kernel: { $files }; pages: { $pages }; answers of the drive: { $answers }
cli-names-drive-replaced = names of this one drive that were replaced: { $count }
cli-not-written-drive-uses-names-partitions = not in it: what is written on the drive, who uses it, names of partitions
cli-refused-write-nobody-asked = refused to write { $path }: nobody was asked
cli-look-iogram-capture-show-type-iogram = look at it with: iogram capture { $device } --show; then type: iogram capture { $device } --yes
cli-write-all-type-yes = To write all of this to { $path }, type yes
cli-use-yes = use --yes
cli-dev-urandom = is /dev/urandom there?
cli-cannot-read-random-numbers = cannot read random numbers: { $error }
cli-name-file-iogram-capture-wrote = name a file that "iogram capture" wrote
cli-cannot-read-path-error = cannot read { $path }: { $error }
cli-give-file-written = give it the file as it was written
cli-cannot-read-format = cannot read { $path }: its format is { $format }
cli-another-version-iogram-wrote-read = another version of iogram wrote it: read it with that one

# card_file
cli-first-writes-file-sheet = first, writes to a file, for the sheet: { $place }
cli-nothing-measured-writes-file = nothing was measured of writes to a file in { $place }
cli-iogram-show-says-why-leave-set = iogram show { $run } says why; leave --set file out

# catalogue
cli-left-out = left out { $file }: { $why }
cli-cannot-build-catalogue-no-bundle-no = cannot build a catalogue of { $path }: there is no bundle and no run in it that could be shown
cli-name-folder-files-iogram-bundle-wrote = name a folder of files that "iogram bundle" wrote, or of runs written with --json
cli-wrote-runs-files-open = wrote { $path }: { $count } runs, { $pages } files; open { $index }
cli-left-out-files-index-names = left out { $count } files; the index names them
cli-belongs-kernel = it belongs to the kernel
cli-name-folder-bundles = name a folder of bundles
cli-name-folder-read = name a folder that you may read
cli-no-run = it is no run: { $error }

# catalogue/site_files
cli-cannot-write = cannot write { $path }: { $why }
cli-make-room-where-site-name-another = make room where the site is to be, or name another folder
cli-name-new-folder = name a new folder
cli-no-plain-file = it is no plain file
cli-no-site-iogram-built-changed-since = it is of no site that iogram built, or was changed since: name a new folder

# check
cli-cannot-tell-block-device-lies = cannot tell which block device { $text } lies on
cli-name-device-iogram-list-shows = name a device; "iogram list" shows them

# command
cli-cannot-run = cannot run { $command }: { $error }
cli-command-ended-signal = the command was ended by a signal

# compare
cli-cannot-compare-two-runs-two-drives = cannot compare: two runs or two drives are needed
cli-iogram-compare-run-run-iogram-compare = iogram compare RUN RUN, iogram compare A1 A2 A3 -- B1 B2 B3, or iogram compare --drive A --drive B; "iogram runs" lists the runs
cli-cannot-compare-run-several-nothing-follows = cannot compare one run with several: from one nothing follows about its drive
cli-name-two-more-runs-each-side = name two or more runs on each side (iogram run METHOD TARGET --runs 3), or one on each
cli-cannot-compare-run-itself = cannot compare run { $twice } with itself
cli-name-each-run-once = name each run once
cli-cannot-take-run-everything-after = cannot take { $option } for a run: everything after "--" is one
cli-options-stand-before-runs-iogram-compare = options stand before the runs: iogram compare -o ab/ A1 A2 A3 -- B1 B2 B3
cli-today = today
cli-days-ago = { $days } days ago
cli-years-ago = { $years } years ago
cli-run-measured = { $drive }: run { $id } of { $method }, measured { $age }
cli-run-imported = { $drive }: run { $id } of { $method }, imported { $age }
cli-cannot-compare-no-completed-run-kept = cannot compare { $name }: no completed run of it is kept
cli-measure-attach-run-iogram-drive-attach = measure it, or attach a run with: iogram drive attach DRIVE RUN
cli-cannot-compare-no-method-run-all = cannot compare: no method was run on all of these drives
cli-cannot-find-drive-neither-catalogue-nor = cannot find a drive "{ $name }", neither in the catalogue nor in the runs
cli-iogram-drive-list-lists-drives-iogram = "iogram drive list" lists the drives, "iogram runs" the runs
cli-cannot-tell-drive = cannot tell which drive "{ $name }" is
cli-type-more-could = type more; it could be { $drives }

# devices
cli-cannot-find-device = cannot find a device "{ $text }"
cli-iogram-list-shows-devices-name-path = "iogram list" shows the devices; name one by path, kernel name, serial number or model
cli-cannot-tell-device = cannot tell which device "{ $text }" is: { $names }
cli-type-more-serial-number-kernel-name = type more of the serial number, or the kernel name
cli-device-cannot-shown-csv = device { $device } cannot be shown as CSV
cli-use-format-text-markdown-json = use --format text, markdown or json
cli-cannot-list-block-devices = cannot list block devices: { $why }
cli-sysfs-mounted-sys = is sysfs mounted at /sys?

# drive
cli-cannot-find-drive = cannot find a drive "{ $name }"
cli-iogram-drive-list-lists-drives-iogram-drive = "iogram drive list" lists the drives, "iogram drive add NAME" makes an entry
cli-type-more-could-ids = type more; it could be { $ids }
cli-serial-number-runs = { $drive } has serial number { $serial } and { $count } runs
cli-attach-run-drive-iogram-drive-attach = they are of { $models }: attach one run that is of this drive (iogram drive attach { $drive } RUN), and of the others with this serial number only those of its model and capacity count
cli-run = run { $run } is of { $drive }
cli-cannot-detach-serial-number-none = cannot detach serial number { $serial }: { $drive } has none such
cli-iogram-drive-show-shows = "iogram drive show { $drive }" shows what it has
cli-no-longer-serial-number = { $drive } no longer has serial number { $serial }
cli-cannot-detach-run-nobody-attached = cannot detach run { $run }: nobody attached it to { $drive }
cli-run-drive-serial-number-stays-run = a run of a drive's serial number stays its run; attach it to another drive instead
cli-run-no-longer-attached = run { $run } is no longer attached to { $drive }
cli-cannot-remove-drive-whole-id = cannot remove drive { $drive }: the whole id is { $drive_2 }
cli-type-whole-id-no-other-drive = type the whole id, so that no other drive is removed by mistake
cli-removed-runs-stay = removed { $drive }; its runs stay
cli-cannot-import-drive-id = cannot import drive { $drive }: there is one with this id
cli-replace-replaces-nothing-imported = --replace replaces it; nothing was imported
cli-imported-drives = imported { $drives } drives
cli-note = note: { $note }
cli-cannot-use = cannot use { $name }: { $message }
cli-imported-drives-figures-others-published-none = imported { $count } drives with figures that others published; none was measured by iogram

# drive/entry
cli-cannot-make-entry-without-name = cannot make an entry without a name
cli-iogram-drive-add-sandisk-extreme-256gb = iogram drive add "SanDisk Extreme 256GB"
cli-not-id = "{ $id }" is not an id
cli-use-lowercase-letters-digits-id-sandisk = use lowercase letters, digits and -, such as --id sandisk-extreme
cli-cannot-add-drive-id = cannot add drive { $entry }: there is one with this id
cli-iogram-drive-edit-changes-id-gives = iogram drive edit changes it; --id gives a second one another id
cli-added = added { $entry }
cli-nothing-changed-drive = nothing is changed of drive { $entry }
cli-name-change-price-19-90eur-iogram = name what to change, such as --price 19.90EUR; iogram drive edit --help lists it all
cli-changed = changed { $entry }
cli-no-score = "{ $text }" is no score: { $why }
cli-write-value-score-3dmark-storage-3250 = write WHAT=VALUE, such as --score "3DMark Storage=3250" or --score "3DMark Storage=3250@2026-11-20"
cli-name-benchmark-missing = the name of the benchmark is missing
cli-not-number-above-zero = "{ $value }" is not a number above zero
cli-no-fact = "{ $text }" is no fact
cli-write-value-fact-power-loss-protection = write WHAT=VALUE, such as --fact "power-loss protection=yes"
cli-whether-drive-cannot = whether the drive has { $needed } cannot be "{ $value }"
cli-write-yes-no-where-unknown = write "{ $needed }=yes", "{ $needed }=no", or "{ $needed }=" where it is unknown
cli-no-use-asks-fact = no use asks for the fact "{ $name }"
cli-is-it = is it "{ $needed }"?
cli-write-read-190mb-s-write-130mb = write read=190MB/s, write=130MB/s, read-iops=4000, write-iops=2000, endurance=150TB, endurance=0.3DWPD/5y or class=V30
cli-no-promise = "{ $text }" is no promise: { $why }
cli-no-promise-text = "{ $text }" is no promise
cli-not-rate = "{ $value }" is not a rate
cli-not-number = "{ $value }" is not a number
cli-writes-day-need-drive-capacity = writes a day need the drive's --capacity
cli-no-mark = there is no mark "{ $value }"
cli-cannot-use-serial-number-many-drives = cannot use "{ $text }" as a serial number: many drives have it
cli-attach-single-runs-instead-iogram-drive = attach single runs instead: iogram drive attach DRIVE RUN

# drive_class
cli-unknown-taken-mixed-neither-catalogue-nor = unknown, taken as mixed: neither the catalogue nor the drive says what it is sold for (--set class=.., or iogram drive add --promise endurance=1DWPD/5y)
cli-set-class-says-otherwise = { $class }, { $why } (--set class=.. says otherwise)
cli-data-sheet-catalogue = by its data sheet: { $value } (catalogue: { $drive })
cli-name = by its name: { $model }
cli-label-drive-writes-day-over-years = by its label: { $writes } drive writes a day over { $years } years (catalogue: { $drive })
cli-own-estimate-drive-writes-day-over = by its own estimate: { $writes } drive writes a day over { $years } years

# endurance
cli-nothing-wears-out = nothing wears out
cli-file-not-tell-drive-name-device = a file does not tell of its drive; name the device
cli-drive-not-say-how-much-life = the drive does not say how much of its life is used
cli-drive-not-say-how-much-life-used = the drive does not say how much of its life is used, and the catalogue has no promise of its label (iogram drive add --promise endurance=600TB)
cli-too-little-drive-life-used-tell = too little of the drive's life is used to tell
cli-drive-not-say-how-much-written = the drive does not say how much was written to it
cli-none-nothing-written = none: nothing is written
cli-of = of { $size } { $who }
cli-of-share-size = { $share } of { $size } { $who }
cli-label-promises-catalogue = that its label promises (catalogue: { $drive })
cli-takes-life-own-estimate = that it takes in its life, by its own estimate
cli-one-other = { $one }; { $other }
cli-share-unknown = share unknown: { $why }

# exclude
cli-cannot-leave-repetition-out-without-reason = cannot leave a repetition out without a reason
cli-say-reason-readers-run-see = say it with --reason "..": readers of the run see it
cli-run-name-id = { $name } of run { $id }: { $done }
cli-cannot-change-run-record-another-program = cannot change run { $id }: it is a record of another program or version
cli-only-runs-version-measured-leave-repetitions = only runs that this version measured can leave repetitions out
cli-cannot-change-run-cell-never-finished = cannot change { $name } of run { $id }: the cell was never finished
cli-only-kept-under-way-measure-again = only what was kept of it under way is there; measure it again, with "iogram resume { $id }" if the run has more cells, and change that
cli-iogram-show-full-shows-left-out = "iogram show --full { $id }" shows what is left out, in parentheses
cli-cannot-change-run = cannot change { $name } of run { $id }: { $why }
cli-cannot-find-run = cannot find { $name } in run { $run }
cli-results-run = results of the run: { $names }
cli-cells-run = cells of the run: { $names }
cli-repetition-1 = it has one repetition: { $cell }#1
cli-name-repetition-1 = name a repetition: { $cell }#1 to { $cell }#{ $count }

# execute
cli-cannot-measure-turn-itself = cannot measure { $other } in turn with itself
cli-name-each-target-once-how-often = name each target once, and how often with --runs N
cli-cannot-measure-runs-each-kept-run = cannot measure { $count } runs with { $option }: each is kept as a run of its own
cli-leave-out-iogram-show-id-format = leave { $option } out; iogram show ID --format json writes one of them
cli-run-index-count = run { $index } of { $count }, on { $target }
cli-run-2 = run { $index } of { $count }

# export
cli-cannot-write-parquet-standard-output-into = cannot write Parquet to standard output or into one file: it is three files
cli-name-directory-exists-new-ends-output = name a directory that exists, or a new one that ends in /: --output DIR/
cli-wrote = wrote { $path }
cli-form-every-reader = { $format } has one form for every reader
cli-leave-spreadsheet-away-choose-format-csv = leave --spreadsheet away, or choose --format csv or --format tidy
cli-note-fio-json-no-place-results = note: fio's JSON has no place for { $count } results, which are left out; formats that carry more: { $formats }
cli-note-metrics-say-when-ran-how = note: the metrics of { $run } say when it ran and how it ended, and have no figures; formats that carry more: { $formats }
cli-cannot-export = cannot export { $run } as { $format }: { $why }
cli-formats-carry = formats that carry what it has: { $formats }
cli-nothing-cells-place = nothing that its cells did has a place there
cli-says-drive-health-no-figures-requests = it has what { $tool } says of the drive's health, and no figures of requests
cli-says-drive-no-figures-requests = it has what { $tool } says of the drive, and no figures of requests
cli-found-out-no-figures-requests = it has what { $probes } found out, and no figures of requests
cli-nothing-measured = nothing was measured in it
cli-results-place-none = it has { $count } results of { $tool }, and there is a place for none of them
cli-export-json-instead = export it as JSON instead

# finish
cli-cannot-go-after-cell = cannot go on after cell "{ $name }": { $state }
cli-capacity-not-found-out-writes-failed = the capacity was not found out: writes failed with { $message }
cli-make-room = { $below }: make room there
cli-make-room-device-lies = make room on what the device lies on
cli-drive-not-purged-report-says-tried = the drive was not purged; the report says what was tried
cli-measured-after-not-about-fresh-drive = what was measured after it is not about a fresh drive
cli-reads-met-end-file-report-says = reads met the end of their file; the report says which and where
cli-nothing-written-fill-content-written-let = nothing was written there: fill it (content = "written"), or let a cell write before
cli-requests-failed-report-says-where = requests failed; the report says which and where
cli-drive-connection-power-supply-bad = the drive, its connection or its power supply may be bad
cli-measured-until-saved-resume-iogram-resume = what was measured until then is saved; resume with: iogram resume { $id }
cli-measured-until-saved = what was measured until then is saved
cli-resume-iogram-resume-same-destroy = resume with: iogram resume { $id }, and the same --destroy

# fio
cli-iodepth-low-iodepth-batch-complete-min = iodepth_low and iodepth_batch_complete_min change nothing on a simulated drive: it hands over each completion at once
cli-name-job-file-fio = name a job file of fio
cli-cannot-run-job-file = cannot run the job file { $file }: { $why }
cli-cannot-run-job-file-template-line = cannot run the job file { $file }: it is a template, and { $blank } in line { $line } stands for a value
cli-fill-first-write-value-place-each = fill it in first: write a value in the place of each mark
cli-file-why = { $file }: { $why }
cli-file-line-why = { $file }:{ $line }: { $why }
cli-cannot-run-job-file-iogram-cannot = cannot run the job file { $file }: iogram cannot do all that it asks for ({ $count })
cli-job-cannot-planned = { $file }:{ $line }: job { $job } cannot be planned: { $why }
cli-set-front-command = set them in front of the command: { $command }
cli-change-job-file = change the job file
cli-change-job-file-leave-out-iogram = change the job file; or leave out what iogram does not do, knowing what that means: --ignore { $options }
cli-warning-job-no-figures-since-over = warning: job { $job } has no figures, since it was over before its ramp_time: leave that out, or give it more to do
cli-cannot-run-jobs-several-targets-once = cannot run jobs on several targets at once: { $targets }
cli-run-section-after-another-section-name = run one section after another (--section), or name one target for all of them (--target)

# fio/drives
cli-cannot-show-runs-several-drives-fio = cannot show runs of several drives in fio's form: { $drives }
cli-leave-output-format-out-each-run = leave --output-format out, and have each run in fio's form afterwards: iogram export RUN --format fio

# fleet
cli-hint-measure-drives-iogram-run-method = hint: measure drives (iogram run METHOD TARGET); a run on a whole device knows the drive's serial number
cli-wrote-row-each-run-figure-all = wrote { $path }: a row for each run and figure, { $rows } in all
cli-finding-figures-runs-once-whatever-ends = finding the figures of { $count } runs, once; whatever ends this, the next time goes on from there
cli-figures-runs = figures of { $done } of { $count } runs
cli-mean-figures = did you mean "{ $near }"? figures: { $all }
cli-figures = figures: { $all }
cli-no-kept-run-figure = no kept run has a figure "{ $asked }"

# follower
cli-store-takes-measured-again-nothing-missing = the store takes what is measured again; nothing is missing
cli-warning-measured-stays-memory-kept-later = warning: { $why }; what is measured stays in memory and is kept later
cli-waits-until-another-done-simulated-drives = waits until another is done: simulated drives are measured { $count } at once, one for each processor
cli-waiting-store-another-program-holds = waiting for the store, which another program holds

# good_for
cli-use = a use
cli-measure = what to measure
cli-cannot-judge-not-named = cannot judge: { $missing } is not named
cli-iogram-good-use-target-iogram-good = iogram good-for USE TARGET, such as iogram good-for pi .; iogram good-for --list names the uses
cli-note-use-also-needs-no-measurement = note: this use also needs { $fact }, which no measurement shows; look at the data sheet

# import
cli-wrong-file = { $wrong } { $file }
cli-give-json-writes = give what --json writes
cli-cannot-read-run = cannot read a run from { $path }: { $error }
cli-name-file-holds-tool-output = name a file that holds the tool's output

# import_files
cli-refused-line = refused { $file }, line { $line }: { $why }
cli-refused = refused { $file }: { $why }
cli-nothing-imported-no-file = nothing was imported: there is no file in { $folders }
cli-name-files-hold-output-tools-folder = name files that hold the output of tools, or a folder of them
cli-mean-kinds = did you mean { $near }? kinds: { $kinds }
cli-kinds = kinds: { $kinds }
cli-cannot-read-files-kind = cannot read files of the kind "{ $kind }"
cli-copy-files-meant-into-folder-own = copy the files that are meant into a folder of their own
cli-too-deep = it is too deep
cli-name-itself = name it by itself
cli-empty = it is empty
cli-looks-like-several-kinds = it looks like several kinds: { $kinds }
cli-say = say which one with --as
cli-pdf-not-read = it is a PDF, which is not read
cli-take-text-out-pdftotext-layout-file = take its text out of it, such as with pdftotext -layout FILE, and look through that
cli-page-web-no-output-tool-found = it is a page of the web, in which no output of a tool was found
cli-copy-output-out-browser-into-file = copy the output out of the browser into a file of its own, as text
cli-no-kind-known = it is of no kind that is known
cli-say-2 = say what it is with --as, if it is one of them
cli-packed = it is packed
cli-unpack-first = unpack it first: { $command }
cli-picture-not-read = it is a picture, which is not read
cli-save-text-instead-crystaldiskmark-copies-ctrl = save the text instead: CrystalDiskMark copies it with Ctrl+C, other tools print or save it
cli-file-office-program = it is a file of an office program
cli-save-plain-text-csv-output-tool = save what is in it as plain text or CSV, if it is the output of a tool
cli-sqlite-file = it is an SQLite file
cli-store-iogram-list-runs-iogram-runs = if it is a store of iogram's, list its runs with: iogram runs --store { $file }
cli-read-iogram-import-run = read it with: iogram import run { $path }
cli-run-iogram-own = it is a run of iogram's own
cli-read-iogram-open = read it with: iogram open { $path }
cli-bundle-iogram-runs = it is a bundle of iogram's runs

# import_registers
cli-whether-registers-sd-card-emmc-not = whether the registers are of an SD card or of an eMMC does not stand there: they are not decoded

# limits
cli-cannot-work-open-files-limit-process = cannot work with { $limit } open files, the limit of this process: { $needed } are needed
cli-raise-limit-ulimit-n-1024 = raise the limit: ulimit -n 1024
cli-cannot-work-memory-limit-process-leaves = cannot work with { $left } of memory, which the limit of this process leaves ({ $command }, { $limit }): { $needed } are needed
cli-raise-limit-unlimited = raise the limit: { $command } unlimited
cli-cannot-start-threads-user-processes-threads = cannot start { $count } threads: this user may have { $limit } processes and threads together
cli-end-some-raise-limit-ulimit-u = end some of them, or raise the limit: ulimit -u 4096

# live
cli-nothing-completed = nothing completed for { $time }
cli-mean = mean { $rate }
cli-slowest = slowest { $time }
cli-left = { $time } left
cli-drive-time-left = { $time } of the drive's time left

# measure
cli-shares-reads-discards-flushes-more-100 = the shares of reads, discards and flushes are more than 100 %
cli-lower-left-writes = lower one of them; what is left is writes
cli-cannot-make-new-test-file-exists = cannot make a new test file: { $target } exists already
cli-name-directory-leave-fresh-out = name a directory, or leave --fresh out
cli-new-empty-test-file-holds-nothing = a new and empty test file holds nothing to read
cli-leave-fresh-out-use-read-0 = leave --fresh out, or use --read 0%

# method_choice
cli-cannot-tell-method-both-named = cannot tell the method: both { $first } and { $file } are named
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
cli-drive-speed-decides-assume-rate-narrows = ; the drive's speed decides: --assume RATE narrows it
cli-drive-speed-small-requests-decides = ; the drive's speed with small requests decides
cli-earlier-run-drive = , by an earlier run of this drive
cli-earlier-runs-drive = , by { $count } earlier runs of this drive
cli-two-seconds-reading = , by two seconds of reading it
cli-exactly = { $size }, exactly
cli-drive-clock-exactly-seed = { $time } on the drive's clock, exactly, with seed { $seed }
cli-not-estimated-carried-out-simulated-drive = (not estimated: it was carried out on the simulated drive)
cli-ends-early = Ends early:
cli-cell-cannot-go = cell "{ $name }" cannot go on: { $state }
cli-first-steps-exactly-simulated-drive-seed = (the first { $done } of { $count } steps exactly, on the simulated drive with seed { $seed }; the others are estimated, because simulating them takes long)
cli-no-time = no time
cli-about-file-system-adds-estimate = about { $least } to { $most }, with what the file system adds (estimate)
cli-most = at most { $size }
cli-much-drive-time-estimate = as much as the drive can in the time: { $low } to { $high } (estimate)

# open
cli-refused-show-not-bundled-differences = refused to show { $path }: it is not what was bundled ({ $count } differences)
cli-ask-file-again-holds-looked-any = ask for the file again; what it holds can be looked at with any program for ZIP archives
cli-bundle-every-hash-right-records-agree = bundle { $id }: every hash is right, and the records agree with themselves; that says nothing about who measured
cli-cannot-open = cannot open { $path }: { $why }
cli-name-file-iogram-bundle-wrote-folder = name a file that "iogram bundle" wrote, or the folder that it was unpacked to

# open/verify
cli-made-iogram-another-build-page-not = made by iogram { $theirs } (this is { $own }, or another build of it): its page was not compared with its records, and what is shown is what this version says of them
cli-missing = { $path } is missing
cli-not-bundled = { $path } is there, and was not bundled
cli-changed-sha-256-should = { $path } was changed: its SHA-256 is { $is }, and should be { $should }
cli-manifest-json-lists-more-once = manifest.json lists { $path } more than once
cli-manifest-json-says-bytes = manifest.json says that { $path } has { $should } bytes, and it has { $is }
cli-contradicts-itself-rest-record = { $path } contradicts itself: { $place } is { $is }, and by the rest of the record it is { $should }
cli-contradicts-itself-rest-record-most = { $path } contradicts itself: { $place } is { $is }, and by the rest of the record it is at most { $should }
cli-contradicts-itself-rest-record-least = { $path } contradicts itself: { $place } is { $is }, and by the rest of the record it is at least { $should }
cli-contradicts-itself-rest-record-too-few = { $path } contradicts itself: { $place } is { $is }, and the rest of the record has too few requests to know it
cli-contradicts-itself-not-cannot-read-rest = { $path } contradicts itself: { $place } is not there or cannot be read, and by the rest of the record it is { $should }
cli-contradicts-itself-cannot-read = { $path } contradicts itself: { $place } cannot be read
cli-listed-manifest-json-no-bundle-version = { $path } is listed by manifest.json, and in no bundle of this version: it was not looked into
cli-name-holds-no-hash-compare-quoted = its name holds no hash: compare { $id } with what was quoted
cli-manifest-json-changed-name-says-another = manifest.json was changed: its name says another bundle than { $id }, which it is now
cli-no-run-path-error = { $path } is no run: { $error }
cli-manifest-json-calls-run = manifest.json calls { $path } run { $is }, and it is { $should }
cli-manifest-json-says-serial-numbers-hidden = manifest.json says that serial numbers are hidden, and { $path } has one at { $place }
cli-manifest-json-says-another-answer-follows = { $path } or manifest.json says another answer than follows from the record: "{ $is }", and should be "{ $should }"
cli-pictures-could-not-drawn-not-compared = its pictures could not be drawn, and were not compared
cli-not-records-give-says-should-say = { $path } is not what the records give: it says "{ $is }", and should say "{ $should }" (SHA-256 { $hash })
cli-no-bundle-these-records = { $path } is in no bundle of these records

# options
cli-store = the store
cli-drive-name-destroy-also-names = one drive has one name, and --destroy also names "{ $other }"
cli-give-destroy-once-once-names-drive = give --destroy once; with --at-once it names a drive each time

# outlets
cli-name-file-trace-standard-input = name the file of a trace, or - for standard input
cli-standard-output = { $hint }; - is standard output
cli-cannot-name-trace-comes-standard-input = cannot name the trace: it comes from standard input
cli-name-file-out = name its file with --out
cli-name-new-file-log = name a new file for the log
cli-cannot-write-two-documents-standard-output = cannot write two documents to standard output: --json - and --output-format are one each
cli-write-file-json-file-into-file = write one of them to a file: --json FILE, or --into FILE
cli-refused-use-store-too = refused to use { $store }: it is the store, too
cli-name-another-store-store-use-no = name another store with --store, or use --no-store
cli-cannot-write-page-files-standard-output = cannot write the page with its files to standard output
cli-leave-out-out-page-alone-format = leave --out out: the page alone is there then, as --format says (text, markdown or json); or name FILE.html or a directory
cli-cannot-make-report-name-file = cannot make a report of { $path }: that is the name of a file
cli-name-page-file-html-directory-gets = name a page FILE.html, or a directory, which gets Markdown, pictures and the page

# output
cli-cannot-read-name-text = cannot read { $NAME }="{ $text }"
cli-cannot-write-standard-output-closed = cannot write to standard output: it is closed
cli-open-name-file-instead = open it, or name a file instead of -
cli-cannot-write-standard-output = cannot write to standard output: { $error }
cli-disk-full = is the disk full?

# pictures
cli-cannot-draw-png-iogram-built-without = cannot draw PNG: this iogram was built without it
cli-leave-images-png-out-build-cargo = leave --images png out, or build it: cargo build --release --features png
cli-draws-charts = draws charts: { $done } of { $count }

# places
cli-cannot-find-place-keep-runs-neither = cannot find a place to keep runs: neither XDG_DATA_HOME nor HOME is set
cli-name-file-store-use-no-store = name a file with --store, or use --no-store
cli-cannot-hide-serial-numbers-neither-xdg = cannot hide serial numbers: neither XDG_DATA_HOME nor HOME is set, so there is no place for their salt
cli-set-home-leave-serial = set HOME, or leave them as they are with --with-serial
cli-last-run = the last run: { $id }
cli-cannot-look-into-store-no-file = cannot look into the store { $path }: there is no such file
cli-measure-something-first-iogram-quick-name = measure something first (iogram quick), or name another store with --store

# plan_steps
cli-between-blocks = between the blocks
cli-nothing-measured-name = { $name }: nothing is measured
cli-1-measurement = { $name }: 1 measurement
cli-measurements = { $name }: { $count } measurements
cli-lay-out-filled = lay out { $size }, filled
cli-lay-out-allocated = lay out { $size }, allocated
cli-lay-out = lay out { $size }
cli-purge-time-cannot-told = purge ({ $choice }): its time cannot be told
cli-discard = discard { $region }
cli-probe-time-cannot-told = { $name }: probe { $kind }, its time cannot be told
cli-rest-until = rest, then until { $goal }
cli-round-again-until-x-capacity-written = round, again until { $passes } x the capacity is written, steady or not, at most { $most } times
cli-round-times = round, { $most } times
cli-round-again-until-steady-x-capacity = round, again until { $cells } is steady or { $passes } x the capacity is written, at most { $most } times
cli-round-again-until-steady-most-times = round, again until { $cells } is steady, at most { $most } times
cli-choose-cells-below = choose { $name } of { $count } cells: { $pick } { $figure }, { $limited } below { $limit }
cli-choose-cells = choose { $name } of { $count } cells: { $pick } { $figure }
cli-mean-latency = mean latency
cli-depth-jobs-chosen = depth and jobs as chosen
cli-chosen = as chosen
cli-search-needs = { $access }, { $block }, as the search needs it
cli-access-block-taken = { $access }, { $block }, { $taken }
cli-depth = { $access }, { $block }, depth { $depth }
cli-depth-jobs = { $access }, { $block }, depth { $depth }, { $jobs } jobs
cli-beside = { $load }; beside it { $names }
cli-name-load = { $name }: { $load }
cli-not-counted = { $name } (not counted): { $load }

# prepare
cli-class-drive = class of the drive: { $class }
cli-only-io-uring-poll-completions = only io_uring can poll for completions
cli-leave-poll-out-use-engine-io = leave --poll out, or use --engine io_uring
cli-hint-compare-many-runs-another-drive = hint: to compare with as many runs of another drive: iogram compare { $ids } -- RUN RUN ..
cli-hint-page-all-side-side-charts = hint: a page with all of them side by side, in charts: iogram report { $all } -o FOLDER

# progress
cli-writing-once-more-wrote = writing once more what { $title } wrote
cli-iogram-not-run-cell-measured-again = { $name }: iogram did not run for { $paused }; the cell is measured again
cli-purged = purged by { $method } in { $time }
cli-stopped-drive-purged-part = stopped; the drive may be purged in part
cli-not-purged = not purged
cli-done = { $name }: done in { $took }
cli-name-state = { $name }: { $state }
cli-not-counted-2 = {" "}(not counted)
cli-requests-failed = requests failed
cli-no-space-left = there is no space left
cli-device-gone = the device is gone
cli-target-takes-no-more-writes = the target takes no more writes
cli-request-not-come-back = a request did not come back
cli-not-supported-here = not supported here
cli-ended-way-version-not-know = ended in a way that this version does not know
cli-preparing-first = preparing the first { $size }
cli-using-first = using the first { $size }
cli-writing-test-file = writing a test file of { $size }
cli-making-room = making room for { $size }
cli-discarding = discarding { $region }
cli-finding-out = finding out: { $probe }
cli-resting = resting for { $time }
cli-resting-until-most = resting for { $time_min }, then until { $goal }, { $time_max } at most
cli-looking-whether-steady = looking whether it is steady
cli-choosing-among-cells = choosing { $name } among { $count } cells
cli-searching = searching { $name }
cli-long-drive-needs-purged = as long as the drive needs to be purged
cli-depending-drive-speed = { $time }, depending on the drive's speed
cli-long-drive-needs-purged-time = { $time }, and as long as the drive needs to be purged

# publish
cli-wrote-1-chart = wrote { $path } with 1 chart
cli-wrote-charts = wrote { $path } with { $count } charts
cli-name-file-file-html-charts-need = name a file FILE.html: its charts need no pictures

# push
cli-copied = copied to { $server }
cli-warning-why = warning: { $why }
cli-run-kept-here-next-run-iogram = the run is kept here; the next run or iogram push copies it
cli-name-postgres-user-host-database-iogram = name one with { $option } postgres://USER@HOST/DATABASE, or in IOGRAM_SERVER
cli-cannot-copy-store-into-itself = cannot copy the store { $path } into itself
cli-name-two-different-ones = name two different ones
cli-run-left-out = run { $id } is left out: { $why }
cli-runs-same-command-goes-others = { $done } of { $count } runs are there; the same command goes on with the others
cli-run-being-measured-here-left-out = run { $id } is being measured here: it is left out
cli-run-being-measured-left-out = run { $id } is being measured there: it is left out
cli-run-left-out-part-campaign-broken = run { $id } is left out: it is a part of a campaign that was broken off; name it to copy it
cli-run-left-out-another-run-same = run { $id } is left out: another run there is the same part of its campaign
cli-run-left-out-another-run-here = run { $id } is left out: another run here is the same part of its campaign
cli-run-left-more-known = run { $id } is left as it is there: more is known of it
cli-run-left-here-more-known = run { $id } is left as it is here: more is known of it
cli-run-left-another-run = run { $id } is left as it is there: it is another run
cli-run-left-here-another-run = run { $id } is left as it is here: it is another run
cli-run-left-out-damaged = run { $id } is left out: it is damaged
cli-being-measured = { $count } being measured
cli-broken-off-campaign = { $count } broken off in a campaign
cli-done-another-run = { $count } done by another run
cli-better-known = { $count } better known there
cli-better-known-here = { $count } better known here
cli-id-another-run = { $count } with the id of another run there
cli-id-another-run-here = { $count } with the id of another run here
cli-damaged = { $count } damaged
cli-runs-new-renewed-before = { $there } runs are in { $place }: { $new } new, { $renewed } renewed, { $same } there before
cli-all-next = { $all }, { $next }
cli-no-runs-copy = there are no runs to copy to { $place }
cli-left-out-copied-left = { $copied }; { $left } left out: { $reasons }
cli-cannot-copy-runs-not-understood = cannot copy { $count } runs that are not understood
cli-newer-iogram-made-update-iogram-not = if a newer iogram made them, update iogram; if not, take them from a backup of the store
cli-newer-iogram-made-update-iogram-not-push = if a newer iogram made them, update iogram; if not, push them again from the bench that measured them
cli-refused-replace-runs-others-ids = refused to replace { $count } runs by others with their ids
cli-look-both-iogram-show-run-store = look at both with `iogram show RUN --store ..`; delete one of them if it is to go

# reference
cli-name-run-same-settings-comes-iogram = name a run of { $method } with the same settings, or one that comes with iogram: { $names }
cli-cannot-set-scores-relation = cannot set scores in relation to { $name }: { $why }
cli-run-other = it is a run of { $other }
cli-no-scores-traces = it has no scores of traces
cli-made = it was made with { $key }={ $other }, and this one with { $key }={ $value }

# restore
cli-saved-device-every-block-place-nothing = { $image }: { $size } that were saved from the device, every block at its place; nothing was put back, and { $journal } stays
cli-left-run-killed = { $folder }: left by a run that was killed
cli-nothing-borrowed-no-journal = nothing is borrowed: { $directory } has no journal
cli-removed-left-run-killed = removed { $folder }: left by a run that was killed
cli-removed-saving-not-finished-nothing-written = removed { $path }: its saving was not finished, and nothing was written
cli-being-written-running-iogram = { $path } is being written by a running iogram
cli-device-right-remove-file = if the device is right as it is, remove the file
cli-journal-done = { $journal }: { $done }

# resume
cli-run-goes-where-kept-seed = a run goes on where it is kept, with the seed that it has

# runs
cli-run-device = { $what } is run { $id }; with --device it is { $names }
cli-cannot-find-run-device = cannot find a run or a device "{ $what }"
cli-iogram-runs-lists-runs-iogram-list = "iogram runs" lists the runs, "iogram list" the devices
cli-cannot-delete-run-whole-id = cannot delete run { $run }: the whole id is { $id }
cli-type-whole-id-no-other-run = type the whole id, so that no other run is deleted by mistake
cli-deleted = deleted { $id }

# safety
cli-only-reads = only reads
cli-nothing-done = nothing is done
cli-destroy-all-type = To destroy all of this, type { $what }: { $typed_name }
cli-only-enter = Only Enter: { $without }.
cli-use-destroy = use --destroy
cli-nothing-recognised = {"  "}nothing recognised on it

# search_words
cli-search-most-within-limits = search { $name }: the most { $varied } from { $from } to { $to } within { $count } limits

# serve
cli-cannot-serve-drive-iogram-built-without = cannot serve a drive: this iogram was built without FUSE
cli-build-cargo-build-release-features-mount = build one that can: cargo build --release --features mount

# serve/mounted
cli-simulated-seed-until-ctrl-c = { $spec } ({ $title }, { $capacity }), simulated with seed { $seed }, is { $file } until Ctrl-C
cli-ctrl-c-once-more-takes-away = Ctrl-C once more takes it away from its users
cli-connection-kernel-broke = the connection to the kernel broke

# serve/recording
cli-thread-writes-trace-ended-early = the thread that writes the trace ended early
cli-requests-recorded-iogram-trace-show = { $count } requests recorded: { $path } (iogram trace show { $path })

# signals
cli-stopping-press-ctrl-c-again-quit = Stopping... press Ctrl-C again to quit now
cli-cannot-watch-signals = cannot watch for signals: { $error }

# spans
cli-about = about { $time }
cli-up = up to { $time }

# standard_input
cli-longer-mib = it is longer than { $mebibytes } MiB

# trace
cli-read-together-files-recording-other-processors = read together with the files of the recording's other processors, { $count } in all
cli-requests-read-iogram-trace-show = { $count } requests in { $time }, read as { $kind }: { $path } (iogram trace show { $path })
cli-no-times-make-again-iogram-trace = it has no times: make it again with iogram trace run FILE DRIVE --timing as-fast-as-possible
cli-requests-stood-behind-later-ones-put = { $count } requests stood behind later ones and were put in order
cli-requests-other-volumes-left-out = { $count } requests are of other volumes and were left out
cli-requests-no-answer-source-not-say = { $count } requests had no answer, and the source does not say whether they read or wrote: they were left out
cli-requests-no-completion-recording = { $count } requests have no completion in the recording
cli-lines-could-not-understood-left-out = { $count } lines could not be understood and were left out:
cli-wrong = {"  "}{ $wrong }
cli-cannot-make-trace-again-comes-standard = cannot make a trace again that comes from standard input: it is read several times
cli-write-file-first-iogram-trace-import = write it to a file first: iogram trace import - --out FILE
cli-said-twice = { $name } is said twice
cli-leave-set-out = leave --set { $name }=.. out
cli-name-trace-iogram-wrote = name a trace that iogram wrote
cli-wrong-why-wrong-why = { $wrong } ({ $why })
cli-cannot-import = cannot import { $path }: { $wrong }
cli-cannot-record-asked = cannot record what is asked of { $path }: { $wrong }
cli-cannot-read-path-wrong = cannot read { $path }: { $wrong }

# trace/record
cli-nothing-asked-meanwhile = nothing was asked of { $device } meanwhile
cli-stays-memory-asks-nothing-drive-end = what stays in memory asks nothing of a drive: end the command with sync

# tune
cli-everything-stays-until-iogram-tune-restore = everything stays so until: iogram tune --restore
cli-idle-states-most-10-us-wake = idle states: at most 10 us to wake, while it runs (/dev/cpu_dma_latency)
cli-nothing-changed-run-keep = nothing was changed; --for-this-run or --keep does it
cli-instead = { $what }: { $during } instead of { $before } ({ $place })
cli-warning-not-set = warning: not set: { $why }
cli-warning-not-put-back = warning: not put back: { $why }
cli-set-until-ctrl-c = set until Ctrl-C
cli-put-back = put back
cli-nothing-changed = nothing is changed
cli-cannot-put-back-everything = cannot put back everything: { $failures }
cli-restart-computer = a restart of the computer does
cli-everything-put-back = everything is put back

# uses
cli-mean-uses = did you mean "{ $near }"? uses: { $all }
cli-uses = uses: { $all }
cli-no-use-rules = there is no use "{ $id }" in the rules

# verify
cli-no-files-remove-cleanup-goes-free = there are no files to remove: --cleanup goes with --free or --read
cli-leave-cleanup-out = leave --cleanup out
cli-hint-earlier-pass-over-device-broken = hint: an earlier pass over this device was broken off; { $how }

# verify_files
cli-h2w-written = { $number }.h2w: { $size } written in { $time }, { $rate }
cli-files-stay-read-checks-read-cleanup = the files stay; --read checks them, --read --cleanup removes them
cli-cannot-check-files-not-directory = cannot check files in { $name }: it is not a directory
cli-name-directory-mounted-file-system = name a directory of the mounted file system
cli-cannot-write-no-space-left = cannot write to { $directory }: there is no space left
cli-free-some-space = free some space
cli-h2w-read = { $number }.h2w: { $size } read in { $time }, { $rate }
cli-sectors-wrong = { $done }, { $lost } sectors are wrong
cli-no-csv-checked-files = there is no CSV of checked files
cli-use-format-json-text = use --format json or text

# outlets
cli-method-file = the method file

# exclude
cli-refused-change-run-process-measures-since = refused to change run { $run_id }: process { $process } measures it since { $since }

# import
cli-refused-replace-run-process-measures-since = refused to replace run { $run_id }: process { $process } measures it since { $since }

# runs
cli-refused-delete-run-process-measures-since = refused to delete run { $run_id }: process { $process } measures it since { $since }

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
cli-bundled = it is what is bundled

# report
cli-reported = it is what is reported

# open
cli-opened = it is what is opened

# outlets
cli-where-truth-goes-2 = it is where the truth goes
cli-file-read-2 = it is the file that is read
cli-job-file-2 = it is the job file
cli-where-log-goes-2 = it is where the log goes
cli-method-file-2 = it is the method file
cli-log-2 = it is the log
cli-trace-2 = it is the trace
cli-measured-3 = it is what is measured
cli-iogram-itself-2 = it is iogram itself
cli-store-3 = it is the store's
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
cli-cannot-write-language = cannot write in language "{ $tag }"
cli-use-names = use one of { $names }

# progress
cli-completed = completed

# exclude
cli-nobody-left-out = nobody left it out
cli-counts-again = counts again
cli-no-figure-any-more = in no figure any more
cli-left-out-already = it is left out already
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
cli-computer-still-set-run-iogram-tune = the computer is still set for the run: iogram tune --restore

# prepare
cli-borrowed-not-put-back-yet-iogram =
    what was borrowed is not put back yet: iogram restore
    the computer is still set for the run: iogram tune --restore
cli-borrowed-not-put-back-yet-iogram-restore = what was borrowed is not put back yet: iogram restore

# diagnose
cli-cannot-diagnose-file = cannot diagnose { $name }: it is a file
cli-name-folder-file-drive = name its folder or its drive
