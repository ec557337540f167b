//! dd in pastes: progress, pipes, commands on one line, wrapped lines.

use iogram_interchange::{
    Imported, Recognised, Refusal, Source, decode_output, find_importer, recognise,
};
use iogram_model::ImportedResult;

use crate::importing::evidence;

fn read(text: &str) -> Result<Vec<Imported>, Refusal> {
    let text = decode_output(text.as_bytes());
    let source = Source { name: "paste.txt", text: &text };
    // Recognition is only checked for valid texts, because an invalid summary is no sign of dd.
    let found = find_importer("dd").unwrap().read(&source);
    let is_taken = matches!(recognise(&source), Recognised::As(it) if it.kind == "dd");
    assert!(found.is_err() || is_taken, "{text}");
    found
}

#[track_caller]
fn results(text: &str) -> Vec<ImportedResult> {
    let found = read(text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    assert_eq!(found.len(), 1);
    evidence(&found[0]).results.clone()
}

/// Each result as its name, its rate in MB/s and its block size, and a mark if the figure is not one of a drive.
#[track_caller]
fn shown(text: &str) -> Vec<String> {
    let one = |it: &ImportedResult| {
        let rate = it.figures["bytes_per_s"] / 1e6;
        let block = it.block_bytes.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let memory = if it.is_of_drive { "" } else { " memory" };
        format!("{} {rate:.3} {block}{memory}", it.name)
    };
    results(text).iter().map(one).collect()
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    let said = match read(text) {
        Ok(found) => format!("{found:?}"),
        Err(refusal) => refusal.to_string(),
    };
    assert_eq!(said, expected, "{text}");
}

/// A run of `count` MiB with the last lines of GNU's dd.
fn run(count: u64, seconds: &str, rate: &str) -> String {
    let bytes = count * 1_048_576;
    format!(
        "{count}+0 records in\n{count}+0 records out\n\
        {bytes} bytes ({} MB, {count} MiB) copied, {seconds} s, {rate}\n",
        bytes / 1_000_000
    )
}

#[test]
fn a_rate_of_progress_is_the_printed_one_and_its_mb_are_no_mib() {
    let text = "$ sudo dd if=card.img of=/dev/sdx bs=5MB status=progress\n\
        85000000 bytes (85 MB, 81 MiB) copied, 5 s, 16.2 MB/s\n";
    assert_eq!(shown(text), ["dd 16.200 5000000"]);
    let found = read(text).unwrap();
    assert!(evidence(&found[0]).notes.is_empty());
    let only = &evidence(&found[0]).results[0];
    assert_eq!((only.figures["elapsed_ns"], only.moved_bytes), (5e9, Some(85_000_000)));
    // After records the time is exact, and a size in powers of 1000 makes the unit of the rate certain.
    refused(
        &run(600, "6", "100 MB/s"),
        "3:48: cannot believe \"100 MB/s\": 104.8576 MB/s follows from what stands beside",
    );
    refused(
        "600+0 records in\n629145600 bytes (629 MB) copied, 6.0 s, 100 MB/s\n",
        "2:41: cannot believe \"100 MB/s\": 104.8576 MB/s follows from what stands beside",
    );
    let android = "600+0 records in\n600+0 records out\n\
        629145600 bytes (600 M) copied, 6.000000 s, 100 M/s\n";
    assert_eq!(shown(android), ["dd 104.858 1048576"]);
    // No time that rounds to five seconds gives that rate.
    refused(
        &text.replace("16.2", "15.3"),
        "2:45: cannot believe \"15.3 MB/s\": 17.0000 MB/s follows from what stands beside",
    );
}

#[test]
fn progress_whose_seconds_were_rounded_up_is_of_the_run_that_ends_below() {
    let run = "$ sudo dd if=card.img of=/dev/sdx bs=32M status=progress oflag=sync\n\
        67108864 bytes (67 MB, 64 MiB) copied, 3 s, 25.9 MB/s\n\
        134217728 bytes (134 MB, 128 MiB) copied, 6 s, 23.8 MB/s\n\
        4+1 records in\n4+1 records out\n\
        140000000 bytes (140 MB, 134 MiB) copied, 5.9123 s, 23.7 MB/s\n";
    assert_eq!(shown(run), ["dd 23.679 33554432"]);
    // Without records, a second line with the same bytes and the exact time is the end of the run.
    let pairs = "for i in 1 2; do dd if=/dev/zero of=f$i bs=1M count=300 status=progress; done\n\
        314572800 bytes (315 MB, 300 MiB) copied, 8 s, 40.1 MB/s\n\
        314572800 bytes (315 MB, 300 MiB) copied, 7.84471 s, 40.1 MB/s\n\
        314572800 bytes (315 MB, 300 MiB) copied, 9 s, 34.9 MB/s\n\
        314572800 bytes (315 MB, 300 MiB) copied, 9.0135 s, 34.9 MB\n";
    assert_eq!(shown(pairs), ["dd write 40.100 1048576", "dd 34.900 -"]);
}

#[test]
fn progress_that_a_terminal_shows_in_one_line_is_its_last() {
    let head = "$ dd if=/dev/zero of=/mnt/a bs=1M count=900 status=progress\n";
    let progress = "\r250000000 bytes (250 MB, 238 MiB) copied, 1 s, 250 MB/s\r\
        511705088 bytes (512 MB, 488 MiB) copied, 2 s, 256 MB/s";
    let end = run(900, "3.7", "255 MB/s");
    assert_eq!(shown(&format!("{head}{progress}\n{end}")), ["dd write 255.059 1048576"]);
    assert_eq!(shown(&format!("{head}{progress}\n")), ["dd write 255.853 1048576"]);
    assert_eq!(shown(&format!("{head}{progress}^C\n^C{end}")), ["dd write 255.059 1048576"]);
    // Columns are those of the whole line.
    refused(
        &format!("{head}{}", progress.replace("256 MB/s", "156 MB/s")),
        "2:105: cannot believe \"156 MB/s\": 255.8525 MB/s follows from what stands beside",
    );
}

#[test]
fn what_dd_says_between_progress_and_the_end_leaves_it_one_run() {
    let text = "[me@box ~]$ sudo dd if=/dev/zero of=/dev/sdx bs=1M status=progress\n\
        [sudo] password for me:\nSorry, try again.\n\
        700000000 bytes (700 MB, 668 MiB) copied, 1 s, 700 MB/s\n\
        1900000000 bytes (1.9 GB, 1.8 GiB) copied, 3 s, 633 MB/s\n\
        dd: error writing '/dev/sdx': No space left on device\n\
        2001+0 records in\n2000+0 records out\n\
        2097152000 bytes (2.1 GB, 2.0 GiB) copied, 3.25 s, 645 MB/s\n";
    assert_eq!(shown(text), ["dd write 645.278 1048576"]);
    let found = read(text).unwrap();
    assert_eq!(found[0].device.as_deref(), Some("/dev/sdx"));
    // With one request more read than written, their number is unknown.
    assert_eq!(results(text)[0].request_count, None);
    let unnamed = "2+0 records in\n1+0 records out\n1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.1 s, 10.5 MB/s\n";
    assert_eq!(shown(unnamed), ["dd 10.486 -"]);
}

#[test]
fn outputs_of_several_commands_on_a_line_follow_in_their_order() {
    let outputs = run(800, "8.5", "98.7 MB/s") + &run(800, "3.25", "258 MB/s");
    let (write, read) = (
        "dd if=/dev/zero of=/mnt/t/x bs=1M count=800 oflag=direct",
        "dd if=/mnt/t/x of=/dev/null bs=1M",
    );
    for line in [
        format!("root@nas:~# {write}; {read}"),
        format!("root@nas:~# {write} && {read}"),
        format!("# sync; {write}; sync; echo 3 > /proc/sys/vm/drop_caches; {read}"),
        format!("root@nas:~# ({write} && {read}) && rm -f /mnt/t/x"),
        format!("root@nas:~# {write} 2>&1; sudo {read} 2>&1 | tee log"),
        format!("root@nas:~# {write};\\\n  {read}"),
    ] {
        let text = format!("{line}\n{outputs}");
        assert_eq!(
            shown(&text),
            ["dd write 98.690 1048576", "dd read 258.111 1048576"],
            "{line}"
        );
        let direct: Vec<_> = results(&text).iter().map(|it| it.is_direct).collect();
        assert_eq!(direct, [Some(true), Some(false)], "{line}");
    }
    for line in [
        // The assignment of the outputs is unknown.
        format!("$ {write} & {read}"),
        format!("$ {write} || {read}"),
        format!("{write}\n{read}"),
        format!("$ {write}; {read}\ndd: failed to open '/mnt/t/x': Permission denied"),
        "$ dd if=card.img | pv | sudo dd of=/dev/sdx bs=4M".to_owned(),
        "$ dd if=/dev/sdx bs=1M | dd of=/dev/null bs=4k".to_owned(),
    ] {
        let found = shown(&format!("{line}\n{outputs}"));
        assert_eq!(found, ["dd 98.690 1048576", "dd #2 258.111 1048576"], "{line}");
    }
    // A silent command has no output.
    let silent = format!("$ {write} 2>/dev/null; {read}\n{}", run(800, "3.25", "258 MB/s"));
    assert_eq!(shown(&silent), ["dd read 258.111 1048576"]);
    let two_prompts = format!("$ {write}\n$ {read}\n{}", run(800, "3.25", "258 MB/s"));
    assert_eq!(shown(&two_prompts), ["dd read 258.111 1048576"]);
}

#[test]
fn a_pipe_of_two_is_of_neither() {
    let text = "$ dd if=card.img | pv | sudo dd of=/dev/sdx bs=4M oflag=sync\n\
        61440000 bytes (61 MB, 59 MiB) copied, 9 s, 6.8 MB/s\n\
        125000+0 records in\n125000+0 records out\n\
        64000000 bytes (64 MB, 61 MiB) copied, 9.41 s, 6.8 MB/s\n";
    assert_eq!(shown(text), ["dd 6.801 512"]);
}

#[test]
fn zeros_into_a_pipe_are_no_write_of_a_drive() {
    for command in [
        "dd if=/dev/zero bs=1M count=700 | md5sum",
        "dd if=/dev/zero bs=1M count=700 | ssh nas 'cat > /dev/null'",
        "dd if=/dev/zero bs=1M count=700 | gzip -c > /dev/null",
        "dd if=/dev/zero bs=1M count=700 | dd of=/dev/null bs=1M",
        "dd if=/dev/zero bs=1M count=700 of=/dev/stdout | wc -c",
        "dd if=/dev/zero bs=1M count=700 > /dev/null",
        "dd if=/dev/zero \\\n  of=/dev/null bs=1M count=700",
    ] {
        let text = format!("$ {command}\n{}", run(700, "2.5", "294 MB/s"));
        assert_eq!(shown(&text), ["dd 293.601 1048576 memory"], "{command}");
        assert_eq!(read(&text).unwrap()[0].device, None, "{command}");
        assert_eq!(results(&text)[0].is_direct, None, "{command}");
    }
    for command in [
        "dd if=/dev/zero bs=1M count=700 > /mnt/x",
        "dd if=/dev/zero bs=1M \\\n  count=700 of=/mnt/x",
        "dd if=/dev/zero bs=1M count=700\nof=/mnt/x",
    ] {
        let text = format!("$ {command}\n{}", run(700, "2.5", "294 MB/s"));
        assert_eq!(shown(&text), ["dd write 293.601 1048576"], "{command}");
        assert_eq!(read(&text).unwrap()[0].device.as_deref(), Some("/mnt/x"), "{command}");
    }
    // Data from another program comes from an unknown drive.
    let piped = format!("$ zcat a.gz | dd of=/dev/null bs=1M\n{}", run(700, "2.5", "294 MB/s"));
    assert_eq!(shown(&piped), ["dd 293.601 1048576"]);
}

#[test]
fn a_command_that_a_mail_broke_keeps_its_flags() {
    let text = format!(
        "$ dd if=/dev/zero of=/mnt/x bs=1M count=700\noflag=direct conv=fsync\n{}",
        run(700, "2.5", "294 MB/s")
    );
    assert_eq!(shown(&text), ["dd write fsync 293.601 1048576"]);
    assert_eq!(results(&text)[0].is_direct, Some(true));
}

#[test]
fn a_summary_that_was_broken_is_read_or_refused() {
    let whole = run(32, "3.125", "10.7 MB/s");
    let second = run(900, "9.9", "95.3 MB/s");
    for (from, to) in [
        ("10.7 MB/s", "10.7\nMB/s"),
        (", 10.7 MB/s", ",\n10.7 MB/s"),
        (" s, 10.7", "\ns, 10.7"),
        (" copied,", "\ncopied,"),
        (" (33 MB", "\n(33 MB"),
    ] {
        let broken = whole.replace(from, to);
        assert_ne!(broken, whole);
        for command in ["", "$ dd if=/dev/zero of=/mnt/b bs=1M oflag=direct\n"] {
            let found = shown(&format!("{broken}{command}{second}"));
            let last = if command.is_empty() { "dd #2" } else { "dd write" };
            let last = format!("{last} 95.325 1048576");
            assert_eq!(found, ["dd 10.737 1048576".to_owned(), last], "{to}");
        }
    }
    let cut = whole.replace(" 10.7 MB/s\n", "\n");
    let at = "cannot read the line: it is cut off";
    refused(&format!("{cut}{second}"), &format!("3:48: {at}"));
    refused(&format!("{cut}and then\n{second}"), &format!("3:48: {at}"));
    refused(&format!("{second}{cut}"), &format!("6:48: {at}"));
    let bsd = "8+0 records in\n8+0 records out\n8388608 bytes transferred in 0.5 secs";
    let rate = "(16777216 bytes/sec)";
    assert_eq!(shown(&format!("{bsd}\n{rate}\n")), ["dd 16.777 1048576"]);
    refused(&format!("{bsd}\n"), &format!("3:38: {at}"));
}

/// The facts of a text, each as `name: value`.
#[track_caller]
fn facts(text: &str) -> Vec<String> {
    let found = read(text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    let all = evidence(&found[0]).facts.iter();
    all.map(|it| format!("{}: {}", it.name, it.value)).collect()
}

#[track_caller]
fn notes(text: &str) -> Vec<String> {
    let found = read(text).unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    evidence(&found[0]).notes.clone()
}

#[test]
fn a_run_of_which_only_records_are_told_has_no_rate_and_takes_nothing_from_the_others() {
    let records = "8+0 records in\n8+0 records out\n";
    let second = run(900, "9.9", "95.3 MB/s");
    let said = "runs of which dd told its records and no time: 1; they have no rate";
    for text in [format!("{records}{second}"), format!("{second}{records}")] {
        assert_eq!(shown(&text), ["dd 95.325 1048576"]);
        assert_eq!(notes(&text), [said]);
    }
    // The block size of the command line gives the bytes; the next run does not use this command.
    let command = "# dd if=/dev/zero of=/dev/sdx bs=128k count=8\n";
    let text = format!("{command}{records}{second}");
    assert_eq!(shown(&text), ["dd 95.325 1048576"]);
    let fact = "run without a time (line 3): 8+0 records in, 8+0 out, 1048576 bytes";
    assert_eq!(facts(&text), [fact]);
    let partial = format!("{command}7+1 records in\n7+1 records out\n{second}");
    assert_eq!(facts(&partial), ["run without a time (line 3): 7+1 records in, 7+1 out"]);
    // A run without a time still prints its records.
    let silent = "$ dd if=/dev/zero of=/mnt/a bs=1M count=8 status=noxfer; dd if=/mnt/b of=/dev/null bs=1M\n";
    assert_eq!(shown(&format!("{silent}{records}{second}")), ["dd read 95.325 1048576"]);
    assert_eq!(shown(&format!("{silent}{second}")), ["dd read 95.325 1048576"]);
}

#[test]
fn a_text_of_records_alone_is_refused_for_its_lack_of_a_time() {
    let records = "8+0 records in\n8+0 records out\n";
    let said = "2:1: cannot find a rate in it: dd tells its records there, and no time";
    refused(records, said);
    refused(&records.repeat(3), said);
    let command = "# dd if=/dev/zero of=/dev/sdx bs=128k count=8\n";
    refused(&format!("{command}{records}"), &said.replace("2:", "3:"));
    // dd's own error message is more specific.
    refused(
        "dd: error reading '/dev/sdb': Input/output error\n0+0 records in\n0+0 records out\n",
        "1:1: cannot find a drive in it: dd says \"dd: error reading '/dev/sdb': Input/output error\"",
    );
}

#[test]
fn a_summary_that_is_damaged_or_was_told_on_the_way_is_no_run_without_a_time() {
    let (records, second) = ("8+0 records in\n8+0 records out\n", run(900, "9.9", "95.3 MB/s"));
    refused(
        &format!("{records}8388608 octets en 0.5 secondes\nand then\n{second}{records}"),
        "2:1: cannot read a run of dd: it is cut off",
    );
    let progress = "85000000 bytes (85 MB, 81 MiB) copied, 5 s, 17.0 MB/s\n";
    refused(
        &format!("{second}{progress}{records}"),
        "6:1: cannot read the last run of dd: it is cut off",
    );
}

#[test]
fn the_time_of_a_shell_is_not_that_of_dd_and_no_command_line() {
    let command = "time dd if=/dev/zero of=/vmfs/volumes/a/x bs=1M count=900";
    let records = "900+0 records in\n900+0 records out\n";
    let ends = [
        "real\t0m9.912s\nuser\t0m0.001s\nsys\t0m0.812s\n",
        "real    0m 9.91s\nuser    0m 0.00s\nsys     0m 0.81s\n",
        "\nreal 9.91\nuser 0.00\nsys 0.81\n",
        "        9.91 real         0.00 user         0.81 sys\n",
        "dd if=/dev/zero of=/vmfs/volumes/a/x bs=1M count=900  0.00s user 0.81s system 8% cpu 9.912 total\n",
        "0.000u 0.812s 0:09.91 8.1%\t0+0k 0+1843200io 0pf+0w\n",
        "0.00user 0.81system 0:09.91elapsed 8%CPU (0avgtext+0avgdata 2048maxresident)k\n0inputs+1843200outputs (0major+91minor)pagefaults 0swaps\n",
        "\n________________________\nExecuted in    9.91 secs      fish           external\n   usr time    1.21 millis  321.00 micros    0.89 millis\n   sys time  812.03 millis    0.00 micros  812.03 millis\n",
    ];
    let below = run(800, "3.25", "258 MB/s");
    for end in ends {
        // The second output is of another dd with an unknown command.
        let text = format!("~ # {command}\n{records}{end}{below}");
        assert_eq!(shown(&text), ["dd 258.111 1048576"], "{end}");
        assert!(notes(&text)[0].starts_with("the time that a shell tells"), "{end}");
        // A dd that prints its own time is not affected.
        let whole = run(900, "9.9", "95.3 MB/s");
        let text = format!("$ {command}\n{whole}{end}{below}");
        assert_eq!(shown(&text), ["dd write 95.325 1048576", "dd 258.111 1048576"], "{end}");
        assert!(notes(&text).is_empty(), "{end}");
    }
}

/// Three states of one run, which ends with 900 MiB.
fn states() -> [String; 3] {
    [run(300, "3.1", "101 MB/s"), run(601, "6.4", "98.5 MB/s"), run(900, "9.9", "95.3 MB/s")]
}

#[test]
fn what_dd_tells_of_a_run_before_its_end_is_no_result() {
    let [first, second, last] = states();
    let said =
        ["what dd told of a run before its end is left out: its last figures have it, too"];
    let command = "$ sudo dd if=/dev/zero of=/mnt/x bs=1M count=900";
    let whole = format!("{command}\n{first}{second}{last}");
    assert_eq!(shown(&whole), ["dd write 95.325 1048576"]);
    assert_eq!(notes(&whole), said);
    assert_eq!(results(&whole)[0].request_count, Some(900));
    // Without the end of the run, its last state is the result.
    assert_eq!(shown(&format!("{command}\n{first}{second}")), ["dd write 98.468 1048576"]);
    let background = format!(
        "{command} &\n[1] 4711\n$ kill -USR1 4711\n{first}$ kill -USR1 %1\n{second}{last}"
    );
    assert_eq!(shown(&background), ["dd write 95.325 1048576"]);
    // A terminal of macOS prints the signal itself, so that no command line is needed.
    let asked = "load: 1.53  cmd: dd 4711 uninterruptible 0.00u 1.11s\n";
    let end = |count: u64, seconds: u64| {
        let (bytes, rate) = (count << 20, (count << 20) / seconds);
        format!(
            "{count}+0 records in\n{count}+0 records out\n\
            {bytes} bytes transferred in {seconds}.000000 secs ({rate} bytes/sec)\n"
        )
    };
    let text = format!("{asked}{}{asked}{}{}", end(300, 3), end(601, 6), end(900, 9));
    assert_eq!(shown(&text), ["dd 104.858 1048576"]);
    let unasked = format!("{}{}", end(300, 3), end(601, 6));
    assert_eq!(shown(&unasked).len(), 2);
}

#[test]
fn runs_that_may_be_several_are_several() {
    let [first, second, last] = states();
    for head in [
        // Nothing shows that there was only one command.
        "",
        "$ for n in 300 601 900; do dd if=/dev/zero of=/mnt/x bs=1M count=$n; done\n",
        "$ dd if=/dev/zero of=/mnt/x bs=1M count=$n\n",
        // The first run had already moved its whole amount.
        "$ dd if=/dev/zero of=/mnt/x bs=1M count=300\n",
    ] {
        let found = shown(&format!("{head}{first}{second}{last}"));
        assert_eq!(found.len(), 3, "{head}: {found:?}");
        let rates = found[1..].iter().map(|it| it.rsplit(' ').nth(1));
        assert!(rates.eq([Some("98.468"), Some("95.325")]), "{head}: {found:?}");
    }
    let command = "$ dd if=/dev/zero of=/mnt/x bs=1M\n";
    // Text or a prompt between the states separates the runs.
    for between in ["and once more:\n", "$ !!\n", "$ ./write.sh\n"] {
        assert_eq!(shown(&format!("{command}{first}{between}{second}")).len(), 2, "{between}");
    }
    // The run did not continue: the next summary has less.
    let less = run(200, "6.4", "32.8 MB/s");
    assert_eq!(shown(&format!("{command}{first}{less}")).len(), 2);
    let faster = run(600, "2.1", "300 MB/s");
    assert_eq!(shown(&format!("{command}{first}{faster}")).len(), 2);
}

#[test]
fn a_row_of_a_table_of_processes_is_no_command_line() {
    let end = run(700, "2.5", "294 MB/s");
    for row in [
        " 1585 be/0 me   0.00 B/s  289.00 M/s  0.00 % 89.79 % dd if=/dev/zero of=/tmp/x bs=1M",
        "root  4711 99.0 0.1  5432 1876 pts/0 R+ 12:00 0:07 dd if=/dev/zero of=/tmp/x bs=1M",
        "[1]-  Done                    ionice -c 2 dd if=/dev/zero of=/tmp/x bs=1M",
    ] {
        assert_eq!(shown(&format!("{row}\n{end}")), ["dd 293.601 1048576"], "{row}");
    }
    let asked = "me@box ~ % sudo ionice -c 2 -n 0 dd if=/dev/zero of=/tmp/x bs=1M\n";
    assert_eq!(shown(&format!("{asked}{end}")), ["dd write 293.601 1048576"]);
}

#[test]
fn lines_without_end_are_read_in_linear_time() {
    for part in
        ["dd if=a of=b;", "dd if=a | ", "1+1 a\r", "dd bs=1 \\\n", "1 bytes copied,\r", ">&"]
    {
        let text = format!("{}\n{}", part.repeat(10_000), run(700, "2.5", "294 MB/s"));
        let source = Source { name: "a.txt", text: &text };
        let importer = find_importer("dd").unwrap();
        let _either = importer.read(&source);
    }
}

#[test]
fn progress_of_freebsd_ends_in_its_summary() {
    let progress = "  10352590848 bytes (10 GB, 9873 MiB) transferred 30.000s, 345 MB/s\r  10698620928 bytes (11 GB, 10 GiB) transferred 31.000s, 345 MB/s\n";
    let text = format!(
        "[root@fr ~]# dd if=/dev/da1 of=/dev/null bs=1M status=progress\n{progress}10240+0 records in\n10240+0 records out\n10737418240 bytes transferred in 31.114429 secs (345094501 bytes/sec)\n"
    );
    assert_eq!(shown(&text), ["dd read 345.094 1048576"]);
    // If a run ends in the middle, its last progress is the result.
    assert_eq!(shown(progress), ["dd 345.117 -"]);
    refused(
        &progress.replace("31.000s, 345", "31.000s, 245"),
        "1:126: cannot believe \"245 MB/s\": 345.1168 MB/s follows from what stands beside",
    );
}

#[test]
fn what_has_no_rate_is_told_of_so_often_and_counted_beyond() {
    let whole = run(700, "2.5", "294 MB/s");
    let records = "8+0 records in\n8+0 records out\n".repeat(70);
    assert_eq!(facts(&format!("{records}{whole}")).len(), 64);
    let said = "runs of which dd told its records and no time: 70; they have no rate";
    assert_eq!(notes(&format!("{records}{whole}")), [said]);
    let nothing = "0 bytes (0 B) copied, 0.5 s, 0.0 kB/s\n".repeat(70);
    let told = notes(&format!("{nothing}{whole}"));
    assert_eq!(told.len(), 65);
    assert_eq!(told[64], "runs in which dd moved nothing: 70");
}

#[test]
fn illumos_shortens_its_rate_and_tells_states_between_its_progress() {
    let end = |count: u64, seconds: &str, rate: &str| {
        let bytes = count << 20;
        format!(
            "{count}+0 records in\n{count}+0 records out\n\
            {bytes} (12 GiB) bytes transferred in {seconds} secs ({rate})\n"
        )
    };
    let progress = |bytes: u64, seconds: &str, rate: &str| {
        format!("{bytes} (12 GiB) bytes transferred in {seconds} secs ({rate})")
    };
    let last = end(32_768, "16.0", "2 GiB/sec");
    assert_eq!(shown(&last), ["dd 2147.484 1048576"]);
    refused(
        &end(32_768, "16.0", "4 GiB/sec"),
        "3:54: cannot believe \"4 GiB\": 2147.4836 MB/s follows from what stands beside",
    );
    // Interrupted by a key, after two signals.
    let text = format!(
        "$ dd bs=1M if=/dev/zero of=/tank/a status=progress\n{}\n{}{}\n{}{}^C\n{last}",
        progress(10_737_418_240, "5.0", "2 GiB/sec"),
        end(12_288, "6.0", "2 GiB/sec"),
        progress(17_179_869_184, "8.0", "2 GiB/sec"),
        end(20_480, "10.0", "2 GiB/sec"),
        progress(30_064_771_072, "14.0", "2 GiB/sec"),
    );
    assert_eq!(shown(&text), ["dd write 2147.484 1048576"]);
    assert_eq!(results(&text)[0].request_count, Some(32_768));
}

#[test]
fn a_command_that_is_quoted_below_its_time_is_run_nowhere() {
    let text = format!(
        "$ /usr/bin/time -v dd if=/dev/zero of=/mnt/x bs=1M count=900\n{}\
        \tCommand being timed: \"dd if=/dev/zero of=/mnt/x bs=1M count=900\"\n\
        \tUser time (seconds): 0.00\n{}",
        run(900, "9.9", "95.3 MB/s"),
        run(800, "3.25", "258 MB/s")
    );
    assert_eq!(shown(&text), ["dd write 95.325 1048576", "dd 258.111 1048576"]);
}

#[test]
fn records_that_were_truncated_stand_between_records_and_summary() {
    let records = "0+20 records in\n0+20 records out\n3 truncated records\n";
    let text = format!("{records}20480 bytes (20 kB) copied, 0.02 s, 1.0 MB/s\n");
    assert_eq!(shown(&text), ["dd 1.024 -"]);
    let whole = run(900, "9.9", "95.3 MB/s");
    assert_eq!(shown(&format!("{records}{whole}")), ["dd 95.325 1048576"]);
}
