# builtin
runner-mean-methods = did you mean "{ $meant }"? methods: { $all }
runner-no-method = unknown method "{ $id }"

# check
runner-type = { $name } is of type { $found }
runner-write = write { $expected }
runner-cannot = { $name } cannot be "{ $found }"
runner-write-table = write a table
runner-kinds = kinds: { $kinds }
runner-no-kind = { $name } has no kind
runner-unknown-key = unknown key "{ $word }" in { $name }
runner-whole-number = a whole number

# choosing
runner-another-cell-called-too = another cell has the name "{ $name }"
runner-not-figure-cells-compared = "{ $text }" is not a figure for comparing cells
runner-use = use one of { $names }

# compose
runner-method-includes-itself = method { $id } includes itself
runner-method-writes-more-method-says = method { $id } writes more than this method declares
runner-correct-writes-head-file = correct `writes` at the start of this file
runner-name-message = { $name }: { $message }

# expand
runner-plan-more-steps = the plan has more than { $STEPS_MAX } steps
runner-repeat-less-often = repeat less often
runner-add-time-amount-passes-count = add time, amount, passes or count
runner-step-never-ends = this step never ends

# field
runner-write-whole-number-3 = write a whole number, such as 3
runner-not-whole-number = invalid whole number "{ $text }"
runner-write-whole-number-1 = write a whole number of at least 1
runner-not-positive-whole-number = invalid positive whole number "{ $text }"
runner-not-accepted-here = "{ $text }" is not accepted here

# fit
runner-lay-out = the layout step
runner-writes-but-method-says-not = it writes, and its method declares that it does not
runner-correct-writes-method-file = correct `writes` in the method file
runner-needs-drive-target-file = { $probe } requires a drive; the target is a file
runner-name-block-device = name a block device
runner-writes-where-likes-zones-take-writes = { $what } writes anywhere, and zones of { $size } accept writes only at their write pointers
runner-read-drive-without-destroy-write-write = only read the drive (without --destroy); or use write pointers: iogram measure --access write-pointers=random,open=8 --read 0%, or a job file with zonemode=zbd
runner-step-erases-method-says-leaves = step { $step } erases data, and its method declares that it does not
runner-size-0-bytes-leaves-nothing-measure = a size of 0 bytes leaves no data to measure
runner-test-file-not-fit-free = a test file of { $size } does not fit: { $free } are free
runner-use-smaller-size-set-size-free = use a smaller size (--set size=..), free some space, or name another directory
runner-not-fit-device = { $size } do not fit on the device of { $capacity }
runner-name-larger-drive-smaller-size-scale = name a larger drive, or set a smaller size or scale if the method has one (--set)
runner-file-cannot-discarded = a file cannot be discarded
runner-how-much-moved-unknown-target-size = the amount to move is unknown, as is the target's size
runner-amount-asked-twice = its amount is set twice
runner-give-passes-amount = set passes or amount
runner-reads-discards-flushes-more-100-together = reads, discards and flushes exceed 100% together
runner-lower-shares = lower one of the shares
runner-no-request-outstanding = it allows no outstanding request
runner-use-1-more = use at least 1
runner-never-ends = it never ends
runner-give-time-amount-count = set a time, an amount or a count
runner-no-request-trace-made-target = this target supports no request of its trace
runner-discards-need-target-takes-others-lie = discards require a target that supports them; other requests must lie within it
runner-ends-before-begins = it ends before it begins
runner-use-more-0 = use a value above 0
runner-amount-less-block = the amount of { $amount } is less than one block of { $block }
runner-use-larger-amount-smaller-block = use a larger amount or a smaller block
runner-region-reaches-beyond-end = region { $region } reaches beyond its end at { $size }
runner-use-region-inside-0-100-method = use a region within it, such as 0..100%; with a method, a smaller size or scale if it has one (--set), or a larger drive
runner-region-empty-size = region { $region } is empty at a size of { $size }
runner-use-later-end-earlier-beginning-method = use a later end or an earlier start; with a method, a smaller scale if it has one (--set), or a larger drive
runner-each-job-part-region = each job's part of the region
runner-region = the region
runner-less-block = { $whose } is { $slice }, less than one block of { $block }
runner-use-larger-size-region-smaller-block = use a larger size or region, or a smaller block
runner-distance-stretches = distance of stretches
runner-beginning-region = start of the region
runner-not-multiple-logical-block-size-direct = its { $what }, { $value }, is not a multiple of the logical block size, { $unit }, which direct I/O requires
runner-use-multiple-buffered-i-o-caching = use a multiple, or buffered I/O (caching = "buffered", --buffered)

# method
runner-write-amount-per-second-90mb-s = write a rate, such as 90MB/s or 500/s
runner-not-rate = invalid rate "{ $text }"
runner-not-toml = invalid TOML: { $message }
runner-use-lower-case-letters-digits-hyphens = use lowercase letters, digits and hyphens, starting with a letter
runner-id-cannot-typed-command = invalid id "{ $id }"
runner-parameter-no-choices = parameter "{ $param }" has no choices
runner-add-choices = add choices = ["..", ".."]
runner-parameter-condition-itself = parameter "{ $param }" of kind choice has default_when
runner-default-when-parameters-another-kind-choice = default_when is for parameters of other kinds than choice
runner-not-figure-kind-work = invalid figure of a kind of work "{ $decides }"
runner-write-work-figure-sync-write-latency = write WORK.FIGURE, such as sync-write.latency_p99_ns
runner-good-decides-belong-together = good_for and decides require each other
runner-write-both = write both
runner-wants-state-state-belong-together = wants_state and state_by require each other
runner-rule-needs-limit = rule "{ $id }" requires one limit
runner-write-either-below-least = write either below or at_least

# param
runner-not-choice = invalid choice "{ $text }"
runner-write-value = write a value from { $min } to { $max }
runner-write-least = write at least { $min }
runner-write-most = write at most { $max }
runner-out-range = "{ $text }" is out of range
runner-no-value-expected-name-value = "{ $text }" lacks a value: expected name=value
runner-write-name-value-size-256mib = write name=value, such as size=256MiB
runner-mean = did you mean "{ $name }={ $text }"? { $all }
runner-not-parameter-kind-choice = "{ $text }" is not a parameter of kind choice

# plan
runner-make-regions-amounts-smaller-fits-set = make regions and amounts smaller; --set { $setting } fits. Or name a larger drive
runner-method-needs-drive-target-file = method { $method } requires a drive; the target is a file
runner-name-directory-drive-let-file-system = name a directory on the drive; or create a file system, which destroys the drive's contents: --set { $setting }
runner-name-directory-mounted-file-system = name a directory on a mounted file system
runner-method-needs-file-system-target-device = method { $method } requires a file system; the target is a device
runner-file-cannot-purged = a file cannot be purged

# plan_error
runner-method-no-parameter = method { $method } has no parameter "{ $name }"
runner-cannot-set-method = cannot set { $name } of method { $method }: { $message }
runner-every-cell-writes-target-only-read = every cell writes, and this target is read-only
runner-cell-cannot-run-target = cell "{ $cell }" cannot run on this target: { $message }
runner-name-directory-file-mounted-file-system = name a directory or file on a mounted file system of the drive

# planned
runner-nothing-but-test-file = only a test file of { $size }
runner-first-device = the first { $end } of the device
runner-device = the device from { $start } to { $end }

# probe
runner-not-probe = unknown probe "{ $other }"
runner-probe-no-setting = probe { $probe } has no setting "{ $key }"

# probe/capacity
runner-no-depth = invalid depth "{ $other }"
runner-use-quick-full = use quick or full

# probe/speed_class
runner-card-multiple-16kib-4mib = cards have multiples of 16KiB, such as 4MiB
runner-cannot-allocation-unit = invalid allocation unit { $size }

# ratio
runner-not-factor = invalid factor "{ $text }"
runner-write-whole-number-fraction-two-1 = write a whole number, or one divided by a power of two, such as 1/16

# recording
runner-trace-cannot-here = the trace { $name } is not available here

# resume
runner-cell-run-not-method-plans = cell { $position } of the run is "{ $found }"; the method plans "{ $planned }"

# rounds
runner-name-least-cell-window-least-2 = name at least one cell, and a window of at least 2
runner-nothing-become-steady-here = no cell can become steady here
runner-rounds-cannot-steady-over-window = { $rounds_max_count ->
    [one] 1 round is
   *[other] { $rounds_max_count } rounds are
} too few for a window of { $window_count }
runner-ask-least-many-rounds-window = allow at least as many rounds as the window has
runner-other-rounds-method-cell-too = other rounds of this method have a cell "{ $name }", too
runner-give-cells-these-rounds-names-own = give the cells of these rounds unique names
runner-no-round-cell = no round has a cell "{ $name }"
runner-cells-names-measure-steps-inner-steps = cells contains names of inner measure steps
runner-round-cell-another-number-times = a round runs the cell "{ $name }" a different number of times
runner-measure-all-cells-looked-equally-often = measure all cells of the rule equally often
runner-not-figure-rounds-steady = "{ $text }" is not a figure of the steady-state rule

# searching
runner-no-load-beside-cells-search-called = no concurrent load of the search's cells has the name "{ $load }"
runner-name-load-beside-none-cell-own = name a load of beside, or none for the cell itself
runner-search-needs-three-cells-nothing-else = a search requires exactly three cells, and no other steps
runner-write-three-measure-steps-each-another = write three measure steps with different names, each with one * for the value
runner-no-whole-number-seconds = { $length } is not a whole number of seconds
runner-write-5s = write a time such as 5s
runner-every-rate-load-beside-cell = every requires the rate of a concurrent load
runner-name-load-iops-bytes-per-s = name a load, and iops or bytes_per_s; or leave out every
runner-search-ends-less-where-begins = the search ends at { $to }, below its start at { $from }
runner-give-highest-value-no-less-lowest = set a highest value of at least the lowest
runner-search-without-limits-finds-highest-value = a search without limits always finds its highest value
runner-write-least-limit = write at least one limit
runner-load-beside-cell-never-ends = the concurrent load { $name } never ends
runner-give-cell-time-load-time-amount = set a time for the cell, or a time, an amount, passes or a count for the load

# source
runner-none = { $what }: none
runner-what-names = { $what }: { $names }
runner-mean-near-all = did you mean "{ $near }"? { $all }

# standard
runner-not-parameter = unknown parameter "{ $text }"

# step
runner-not-key-matrix-vary = a matrix cannot vary the key "{ $name }"
runner-matrix-no-value = the matrix has no value for "{ $name }"
runner-write-least-value = write at least one value
runner-limit-search-needs-value = a limit of a search requires one value
runner-step-kind-repeat-needs-know-how = a step of kind repeat requires a number of times
runner-write-either-count-rows = write either count or rows
runner-first-row = the first row has { $first }
runner-rows-name-different-values = rows define different values
runner-write-rows-name = write rows = [ {"{"} name = ".." {"}"}, .. ]
runner-no-rows = rows is empty

# template
runner-write-name-parameter = write { "{name}" } with the name of a parameter
runner-without = "{"{"}" without "{"}"}"
runner-not-name-anything = unknown name "{ $named }"
runner-known-names = known names

# choosing
runner-give-cells-after-choice-names-own = give the cells after a choice unique names
runner-no-cell-choose-among = there is no cell to choose from
runner-cells-names-measure-steps-before = cells contains names of earlier measure steps
runner-no-choice-take-anything = there is no choice to take values from
runner-takes-belongs-into-steps-step-kind = takes is for the steps of a step of kind choose

# step
runner-limit-below-belong-together = limit and below require each other
runner-rows-values-own = rows have their own values
runner-use-count-index = use count with index

# check
runner-table = a table
runner-list-square-brackets = a list in square brackets
runner-true-false = true or false
runner-text-quotes = text in quotes

# fit
runner-device-not-support-discard = the device does not support discard
runner-stride = stride
runner-alignment = alignment
runner-block = block

# source
runner-parameters = parameters
runner-accepted = accepted
runner-methods = methods
runner-choices = choices
runner-keys = keys
runner-known-keys = known keys
runner-settings = settings

# planned
runner-nothing = nothing

# check
runner-or = { $one } or { $other }

# probe
runner-probes = probes
runner-invalid-budget-share = invalid share "{ $text }" of a time budget
runner-write-budget-share = write a share such as 50%
