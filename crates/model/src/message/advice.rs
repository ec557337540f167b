//! The statements about which drive is for which use, and why one is not ranked. The English of those that records keep is in
//! `locales/en/statements.ftl` of `texts`, too.

/// Appends these messages to the list, and passes it on to `$next`.
macro_rules! with_advice_statements {
    ($next:ident! { $after:ident! { $last:ident! { $list:ident! { $($others:tt)* } } } }) => {
        $next! { $after! { $last! { $list! {
            $($others)*

            /// The drive that suits a use best, of those in the catalogue.
            BestFor "advice-best" ["use", "drive", "figure", "value"];
            /// Several drives suit equally well.
            BestAlike "advice-alike" ["use", "count", "drives"];
            /// The best drive so far; some demands of the use are not measured yet.
            BestSoFar "advice-best-so-far" ["use", "drive", "figure", "value"];
            /// Several drives are equal so far; some demands of the use are not measured yet.
            AlikeSoFar "advice-alike-so-far" ["use", "count", "drives"];
            /// No drive suits; the best one.
            NoneSuitsBest "advice-none-suits-best" ["use", "count", "drive", "figure", "value"];
            /// Only drives whose price is near that of the cheapest are ranked.
            PriceFarAbove "price-far-above" ["price", "share", "cheapest"];
            /// No drive is known to suit.
            NoneProven "advice-none-proven" ["use"];
            /// No drive suits.
            NoneSuits "advice-none-suits" ["use", "count"];
            /// Number of drives without the deciding measurement.
            Unproven "advice-unproven" ["count"];
            /// Number of drives that fail a demand.
            Unsuitable "advice-unsuitable" ["count"];
            /// Number of simulated drives.
            AdvisedSimulated "advice-simulated" ["count"];
            /// The suitable drive with the best figure for its price.
            WorthMost "advice-worth" ["drive", "work", "value", "price", "count"];
            /// The same if some of the drives may not suit.
            WorthMostUnproven "advice-worth-unproven" ["drive", "work", "value", "price", "count"];
            PriceUnknown "price-unknown" [];
            PriceInOther "price-in-other" ["currency", "price"];
            PriceAbove "price-above" ["price"];
        } } } }
    };
}
pub(super) use with_advice_statements;
