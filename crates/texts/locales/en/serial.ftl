# error
serial-cannot-read-another-program-reads = cannot read { $path }: another program reads it
serial-not-any-more = { $path } is not there any more
serial-cannot-see-nothing-came = cannot see "{ $pattern }": nothing came from { $path } in { $waited }
serial-cannot-see-no-line-matched = cannot see "{ $pattern }": no line of { $path } matched it in { $waited }
serial-serial-lines-members-group-sudo-adduser = serial lines are for the members of a group: sudo adduser $USER dialout, then log in again
serial-adapter-plugged-ls-dev-ttyusb-dev = is the adapter plugged in? ls /dev/ttyUSB* /dev/ttyACM* /dev/ttyAMA* shows what is there
serial-end-terminal-program-minicom-picocom-screen = end the terminal program (minicom, picocom, screen) that has it open
serial-adapter-unplugged-boots-until-kept = was the adapter unplugged? Its boots until then are kept
serial-computer-console-line-tx-rx-limit = is the computer on, its console on this line, and TX on RX? --limit waits longer
serial-came-looks-garbled-baud-speed-console = what came looks garbled: is --baud the speed of its console?
serial-name-lines-say-limit-waits-longer = name what its lines say with --from and --to; --limit waits longer

# log
serial-cannot-find-time-beginning-line = cannot find a time at the beginning of line { $number }
serial-each-line-needs-seconds-time-day = each line needs one: seconds, a time of day, or a date and a time, as ts, tio and minicom write them
serial-line-earlier-time-line-before = line { $number } has an earlier time than the line before it
serial-log-computer-order-lines-came = a log is of one computer, in the order in which its lines came

# patterns
serial-cannot-use-pattern = cannot use the pattern "{ $pattern }": { $why }
serial-regular-expression-write-bracket-dot = it is a regular expression: write \( for a bracket, \. for a dot
serial-cannot-use-pattern-matches-every-line = cannot use the pattern "{ $pattern }": it matches every line
serial-name-words-line-u-boot-login = name words of the line, such as U-Boot or login:

# port
serial-cannot-open = cannot open { $path }: { $why }
serial-cannot-listen-no-serial-line = cannot listen to { $path }: it is no serial line
serial-name-serial-line-dev-ttyusb0-file = name a serial line such as /dev/ttyUSB0, or a file: a log of one with times
serial-cannot-lock = cannot lock { $path }: { $why }
serial-cannot-set = cannot set { $path }: { $why }
serial-cannot-set-baud-adapter-makes = cannot set { $path } to { $baud } baud: its adapter makes { $reached } of it
serial-name-speed-adapter-115200 = name a speed that the adapter has, such as 115200
serial-cannot-read = cannot read { $path }: { $why }
