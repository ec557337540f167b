# parse
sim-cannot-read-drive-description = cannot read the drive description: { $why }
sim-cannot-build-drive = cannot build the drive "{ $name }": { $field } { $reason }
sim-docs-simulator-md-explains-every-field = docs/simulator.md explains every field; `iogram sim show NAME` prints a valid description

# quantity
sim-longer-anything-drive = time "{ $text }" is too long
sim-write-most-365-days-31536000s = write at most 365 days (31536000s)
sim-write-size-per-second-12-8mb = write a rate such as 12.8MB/s
sim-not-rate = invalid rate "{ $text }"
sim-write-percentage-up-four-decimals-99 = write a percentage with at most four decimals, such as 99.999%
sim-not-percentage = invalid percentage "{ $text }"

# random
sim-not-kind-drive = unknown kind of drive "{ $text }"
sim-use-sd-usb-ssd-fake = use sd, usb, ssd or fake

# rig
sim-simulating-further-take-too-long = simulating { $name } further would take too long
sim-cannot-fill-data = cannot fill { $name } with data: { $why }
sim-cannot-use = cannot use { $size } of { $name }: it has { $capacity }
sim-choose-smaller-size = choose a smaller size
sim-cannot-run-simulated-drive-no-file = cannot run { $application } on { $name }: a simulated drive has no file system
sim-name-directory-iogram-sim-serve-makes = name a directory; iogram sim serve turns a simulated drive into a file, which can be formatted and mounted
sim-cannot-discard = cannot discard { $start } to { $end } of { $name }: { $why }
