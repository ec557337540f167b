# error

# linux/filesystem
inspect-cannot-find = cannot find { $path }
inspect-cannot-read-free-space = cannot read the free space of { $path }
inspect-cannot-look-file-system = cannot look at the file system of { $path }

# linux/power
inspect-cannot-read-power = cannot read power from { $path }
inspect-cannot-read-power-place-why = cannot read power from { $place }: { $why }
inspect-no-power-read = no power was read from { $place }
inspect-file-needs-times-since-1970-seconds = a file needs times since 1970, in seconds

# linux/power/csv
inspect-first-line-names-no-column-watts = the first line, "{ $heading }", names no column "watts", and not both of "volts" and "amperes"

# linux/power/hwmon
inspect-computer-no-power-sensor-kernel-knows = this computer has no power sensor that the kernel knows
inspect-power-sensors-here = the power sensors here are: { $names }
inspect-several-meant-whole-names = several are meant; the whole names are: { $names }

# linux/sysfs
inspect-cannot-read = cannot read { $path }
inspect-holds-expected-number = { $path } holds { $text }, expected a number
