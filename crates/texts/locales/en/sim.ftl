# parse
sim-cannot-read-drive-description = cannot read the drive description: { $why }
sim-cannot-build-drive = cannot build the drive "{ $name }": { $field } { $reason }
sim-docs-simulator-md-explains-every-field = docs/simulator.md explains every field; `iogram sim show NAME` prints a description that works

# quantity
sim-longer-anything-drive = "{ $text }" is longer than anything that a drive does
sim-write-most-365-days-31536000s = write at most 365 days (31536000s)
sim-write-size-per-second-12-8mb = write a size per second, such as 12.8MB/s
sim-not-rate = "{ $text }" is not a rate
sim-write-percentage-up-four-decimals-99 = write a percentage with up to four decimals, such as 99.999%
sim-not-percentage = "{ $text }" is not a percentage

# random
sim-not-kind-drive = "{ $text }" is not a kind of drive
sim-use-sd-usb-ssd-fake = use sd, usb, ssd or fake

# rig
sim-simulating-further-take-too-long = simulating { $name } further would take too long
sim-cannot-fill-data = cannot fill { $name } with data: { $why }
sim-cannot-use = cannot use { $size } of { $name }: it has { $capacity }
sim-choose-smaller-size = choose a smaller size
sim-cannot-run-simulated-drive-no-file = cannot run { $application } on { $name }: a simulated drive has no file system
sim-name-directory-iogram-sim-serve-makes = name a directory; iogram sim serve makes a file of a drive, which can be formatted and mounted
sim-cannot-discard = cannot discard { $start } to { $end } of { $name }: { $why }
