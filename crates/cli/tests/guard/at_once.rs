//! Several devices at once: only its own name allows destroying a device, and a refusal of one does not affect the
//! others.

use crate::common::{Bench, on_bench, on_mountable};
use crate::{common::MountedAt, common::Said};

/// `quick` on both at once.
fn both(one: &Bench, other: &str, more: &[&str]) -> Said {
    let settings =
        ["--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=1", "--at-once"];
    one.iogram(&[&["quick", one.device(), other], &settings[..], more].concat())
}

#[test]
fn each_device_is_written_only_if_its_own_name_is_typed() {
    on_bench(|one| {
        on_bench(|other| {
            let (first, second) = (one.bytes(), other.bytes());
            let said = both(one, other.device(), &["--destroy", &one.typed_name()]);
            assert_eq!(said.code, Some(0), "{said:?}");
            assert!(one.bytes() != first, "{said:?}");
            assert!(other.bytes() == second, "{said:?}");
            assert!(said.stderr.contains("only reads are measured"), "{said:?}");
            let names = [one.typed_name(), other.typed_name()];
            let typed = ["--destroy", &names[0], "--destroy", &names[1]];
            let said = both(one, other.device(), &typed);
            assert_eq!(said.code, Some(0), "{said:?}");
            assert!(other.bytes() != second, "{said:?}");
            Ok(())
        });
        Ok(())
    });
}

#[test]
fn a_name_of_none_of_them_writes_nothing() {
    on_bench(|one| {
        on_bench(|other| {
            let (first, second) = (one.bytes(), other.bytes());
            let wrong = one.typed_name() + "x";
            for typed in [
                &["--destroy", &wrong][..],
                &["--destroy", &one.typed_name(), "--destroy", &wrong],
            ] {
                let said = both(one, other.device(), typed);
                assert_eq!(said.code, Some(2), "{said:?}");
                assert!(
                    said.stderr.contains("none of these drives is called that"),
                    "{said:?}"
                );
            }
            assert!(one.bytes() == first && other.bytes() == second);
            Ok(())
        });
        Ok(())
    });
}

#[test]
fn several_names_are_for_several_devices() {
    on_bench(|bench| {
        let before = bench.bytes();
        let name = bench.typed_name();
        let said =
            bench.iogram(&["quick", bench.device(), "--destroy", &name, "--destroy", "x"]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(bench.bytes() == before);
        Ok(())
    });
}

#[test]
fn one_device_by_two_names_is_not_measured_beside_itself() {
    on_bench(|bench| {
        let before = bench.bytes();
        let link = bench.path("link");
        std::os::unix::fs::symlink(bench.device(), &link).unwrap();
        let said = both(bench, link.to_str().unwrap(), &["--destroy", &bench.typed_name()]);
        assert!(matches!(said.code, Some(2 | 3)), "{said:?}");
        assert!(bench.bytes() == before);
        let said = both(bench, link.to_str().unwrap(), &[]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains("at once: both lie on loop"), "{said:?}");
        Ok(())
    });
}

#[test]
fn a_mounted_device_is_refused_and_the_other_is_measured() {
    on_bench(|free| {
        on_mountable(|used| {
            let place = used.path("mount");
            std::fs::create_dir_all(&place).unwrap();
            let _mounted = MountedAt::new(used.device(), &place)?;
            let names = [free.typed_name(), used.typed_name()];
            let before = (free.bytes(), used.bytes());
            let typed = ["--destroy", &names[0], "--destroy", &names[1]];
            let said = both(free, used.device(), &typed);
            assert_eq!(said.code, Some(3), "{said:?}");
            assert!(said.stderr.contains("mounted"), "{said:?}");
            assert!(said.stdout.contains("Reads "), "{said:?}");
            assert!(free.bytes() != before.0, "{said:?}");
            assert!(used.bytes() == before.1, "{said:?}");
            Ok(())
        });
        Ok(())
    });
}
