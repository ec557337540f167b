//! The statements about which drive is for which use, and why one is not ranked. The English of those that records keep is in
//! `locales/en/statements.ftl` of `texts`, too.

/// Puts these statements behind those of a list that `$next` adds to.
macro_rules! with_advice_statements {
    ($next:ident! { $after:ident! { $last:ident! { $list:ident! { $($others:tt)* } } } }) => {
        $next! { $after! { $last! { $list! {
            $($others)*

            /// The drive that suits a use best, of those in the catalogue.
            BestFor "advice-best" ["use", "drive", "figure", "value"];
            /// Several suit alike.
            BestAlike "advice-alike" ["use", "count", "drives"];
            /// The best by what was measured, while not all that the use asks for is known.
            BestSoFar "advice-best-so-far" ["use", "drive", "figure", "value"];
            /// Several are alike by what was measured, while not all that the use asks for is known.
            AlikeSoFar "advice-alike-so-far" ["use", "count", "drives"];
            /// None suits; the best of them.
            NoneSuitsBest "advice-none-suits-best" ["use", "count", "drive", "figure", "value"];
            /// Only drives whose price is near that of the cheapest are ranked.
            PriceFarAbove "price-far-above" ["price", "share", "cheapest"];
            /// Of none it is known that it suits.
            NoneProven "advice-none-proven" ["use"];
            /// None suits.
            NoneSuits "advice-none-suits" ["use", "count"];
            /// How many drives lack what would decide.
            Unproven "advice-unproven" ["count"];
            /// How many drives break a demand.
            Unsuitable "advice-unsuitable" ["count"];
            /// How many of the drives are simulated ones.
            AdvisedSimulated "advice-simulated" ["count"];
            /// The drive that gives the most of a figure for its price, of drives that suit.
            WorthMost "advice-worth" ["drive", "work", "value", "price", "count"];
            /// The same, while it is open whether all of them suit.
            WorthMostUnproven "advice-worth-unproven" ["drive", "work", "value", "price", "count"];
            PriceUnknown "price-unknown" [];
            PriceInOther "price-in-other" ["currency", "price"];
            PriceAbove "price-above" ["price"];
        } } } }
    };
}
pub(super) use with_advice_statements;
