//! The statements about drives themselves: what the system says when a request fails, why a drive could not be purged
//! or asked, what limits it, what logs of other tools say of it. Their English is in `locales/en.ftl`, too.

/// Puts these statements behind the others of a list.
macro_rules! with_drive_statements {
    ($list:ident! { $($others:tt)* }) => {
        $list! {
            $($others)*

            /// What somebody else says, in words.
            Quoted "quoted" ["words"];

            // What logs of other tools say of a drive.
            F3Contradicted "f3-contradicted" ["reason"];
            F3SizesContradict "f3-sizes-contradict" ["reason"];
            F3SaysSo "f3-says-so" [];
            F3SaysSoCutOff "f3-says-so-cut-off" [];
            F3SizesSaySo "f3-sizes-say-so" [];
            F3OneBorder "f3-one-border" ["size"];
            F3SectorsLost "f3-sectors-lost" ["count", "total"];
            F3FilesFailed "f3-files-failed" ["count"];
            F3FreeSpaceKept "f3-free-space-kept" [];
            F3FilesKept "f3-files-kept" [];
            F3WroteOnly "f3-wrote-only" [];
            F3NoVerdict "f3-no-verdict" [];
            LogPartTried "log-part-tried" ["tested", "available"];
            LogDefective "log-defective" [];
            LogFirstError "log-first-error" ["size"];
            LogMostLost "log-most-lost" ["count", "total"];
            LogOverwritten "log-overwritten" ["size"];

            // Errors of requests.
            ErrorEperm "error-eperm" [];
            ErrorEio "error-eio" [];
            ErrorEnxio "error-enxio" [];
            ErrorEnomem "error-enomem" [];
            ErrorEacces "error-eacces" [];
            ErrorEbusy "error-ebusy" [];
            ErrorEnodev "error-enodev" [];
            ErrorEinval "error-einval" [];
            ErrorEnotty "error-enotty" [];
            ErrorEfbig "error-efbig" [];
            ErrorEnospc "error-enospc" [];
            ErrorErofs "error-erofs" [];
            ErrorEnodata "error-enodata" [];
            ErrorEilseq "error-eilseq" [];
            ErrorEopnotsupp "error-eopnotsupp" [];
            ErrorEnotconn "error-enotconn" [];
            ErrorEshutdown "error-eshutdown" [];
            ErrorEtimedout "error-etimedout" [];
            ErrorEstale "error-estale" [];
            ErrorEremoteio "error-eremoteio" [];
            ErrorEdquot "error-edquot" [];
            ErrorNoAnswer "error-no-answer" [];
            ErrorNumber "error-number" ["number"];
            ErrorShortTransfer "error-short-transfer" [];
            ErrorNotTheImage "error-not-the-image" [];
            ErrorBeyondTheEnd "error-beyond-the-end" ["size"];

            // Why a drive was not purged.
            PurgeOtherData "purge-other-data" [];
            PurgeNoCommand "purge-no-command" [];
            PurgeNotNvme "purge-not-nvme" [];
            PurgeNotSata "purge-not-sata" [];
            PurgeUnknownWay "purge-unknown-way" [];
            PurgeStopped "purge-stopped" [];
            PurgeGoesOn "purge-goes-on" [];
            PurgeTakesNoMore "purge-takes-no-more" [];
            PurgeCommandNotPassed "purge-command-not-passed" ["command"];
            PurgeCommandFailed "purge-command-failed" ["command", "key"];
            PurgeNoSecurity "purge-no-security" [];
            PurgeLocked "purge-locked" [];
            PurgeForeignPassword "purge-foreign-password" [];
            PurgeFrozen "purge-frozen" [];
            PurgeTooManyPasswords "purge-too-many-passwords" [];
            PurgePasswordStays "purge-password-stays" ["reason", "error"];
            PurgeStatusUnknown "purge-status-unknown" ["status"];
            PurgeStatus "purge-status" ["status"];
            PurgeNoFormat "purge-no-format" [];
            PurgeNoSanitize "purge-no-sanitize" [];
            PurgeOtherNamespaces "purge-other-namespaces" ["count"];
            PurgeSanitizeState "purge-sanitize-state" ["state"];

            // Why a drive did not answer a question.
            Unanswered "unanswered" ["question", "reason"];
            AskNotPermitted "ask-not-permitted" [];
            AskNotPassedOn "ask-not-passed-on" [];
            AskControllerFailed "ask-controller-failed" ["status"];
            AskNoRegisters "ask-no-registers" [];
            AskRefused "ask-refused" [];
            AskScsiStatus "ask-scsi-status" ["status"];
            AskNvmeStatus "ask-nvme-status" ["status"];
            AskMeansNothing "ask-means-nothing" [];
            AskContent "ask-content" ["device"];

            // What limits a drive.
            LimitLink "limit-link" ["link", "rate"];
            LimitLinkUnknown "limit-link-unknown" ["link"];
            LimitAlthough "limit-although" ["limit", "possible"];
            LimitAlthoughPort "limit-although-port" ["limit", "possible"];
            LimitBulkOnly "limit-bulk-only" [];
            LimitBulkOnlyUas "limit-bulk-only-uas" [];
            LimitPcie "limit-pcie" ["link", "rate"];
            LimitPcieBelow "limit-pcie-below" ["link", "possible", "rate"];
            LimitSlotNoMore "limit-slot-no-more" ["limit"];
            LimitSlotLess "limit-slot-less" ["limit"];
            LimitSlotCould "limit-slot-could" ["limit"];
            LimitBusOne "limit-bus-one" ["family", "megahertz", "mode", "rate"];
            LimitBus "limit-bus" ["family", "megahertz", "lines", "mode", "rate"];
            LimitCacheOff "limit-cache-off" [];
            LimitCacheOffUnseen "limit-cache-off-unseen" [];
            LimitWorn "limit-worn" ["share"];
            LimitWornOut "limit-worn-out" [];
        }
    };
}
pub(super) use with_drive_statements;
