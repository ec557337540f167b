//! Parses a description into a drive that can be built, or an error that names the field.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};

use std::fmt::Write as _;

use crate::quantity::{Share, Size};
use crate::spec::{
    BlockMediaSpec, CounterfeitSpec, FakeScheme, HealthItem, HealthSpec, Latency, MediaSpec,
    PageMediaSpec, SimSpec, SizeTime, ThermalSpec,
};

/// Reasons why a description is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// It is not TOML, or does not match the schema.
    Syntax(String),
    /// A value makes no sense.
    Value {
        /// The drive.
        name: String,
        /// The field, as a path.
        field: String,
        /// A fragment that follows the field's name.
        reason: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl SpecError {
    /// The action, its object and the reason, without the causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Syntax(value) => {
                sentence!("sim-cannot-read-drive-description", why = value)
            }
            Self::Value { name, field, reason } => {
                sentence!("sim-cannot-build-drive", name, field, reason)
            }
        }
    }
}

impl SpecError {
    /// The remedy.
    #[must_use]
    pub const fn hint(&self) -> Text {
        text!("sim-docs-simulator-md-explains-every-field")
    }
}

impl SimSpec {
    /// Parses and checks a description.
    ///
    /// # Errors
    ///
    /// Fails if `text` is not TOML of the schema, or if a value makes no sense.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let spec: Self =
            toml::from_str(text).map_err(|error| SpecError::Syntax(error.to_string()))?;
        spec.check()?;
        Ok(spec)
    }

    /// The description as TOML; parsing it gives the same drive.
    ///
    /// # Panics
    ///
    /// Never: every field has a form in TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("every field has a TOML form")
    }

    /// Real capacity of the drive.
    #[must_use]
    pub fn capacity_real(&self) -> Size {
        self.counterfeit.as_ref().map_or(self.capacity, |fake| fake.capacity_real)
    }

    /// Checks conditions that the types cannot express.
    ///
    /// # Errors
    ///
    /// Fails at the first value that makes no sense.
    pub fn check(&self) -> Result<(), SpecError> {
        let checks = Checks { name: &self.name };
        let block = self.logical_block_size.bytes();
        checks.that(!self.name.is_empty(), "name", "is empty")?;
        // Source: Linux accepts logical blocks of up to 64 KiB (BLK_MAX_BLOCK_SIZE).
        let is_block = block.is_power_of_two() && block <= 64 << 10;
        let reason = "is not a power of two up to 64KiB";
        checks.that(is_block, "logical_block_size", reason)?;
        checks.that(self.capacity.bytes() > 0, "capacity", "is zero")?;
        let whole = self.capacity.bytes().is_multiple_of(block.max(1));
        checks.that(whole, "capacity", "is not a multiple of logical_block_size")?;
        checks.that(self.link.in_flight > 0, "link.in_flight", "is zero")?;
        if let Some(cache) = &self.cache {
            checks.that(
                cache.size.bytes() > 0,
                "cache.size",
                "is zero; leave the cache out",
            )?;
            if let Some(flush) = &cache.flush_time {
                checks.latency(flush, "cache.flush_time")?;
            }
        }
        if let Some(controller) = &self.controller {
            let refused = controller.check().err();
            checks.that(refused.is_none(), "controller", refused.unwrap_or_default())?;
        }
        let fault =
            self.zones.as_ref().and_then(|zones| zones.fault(self.capacity.bytes(), block));
        let (field, reason) = fault.unwrap_or_default();
        checks.that(fault.is_none(), field, reason)?;
        if let Some(host) = &self.host {
            checks.latency(&host.write_time, "host.write_time")?;
        }
        if let Some(noise) = &self.noise {
            checks.latency(noise, "noise")?;
        }
        match &self.media {
            MediaSpec::Latency(media) => {
                checks.latency(&media.read, "media.latency.read")?;
                checks.latency(&media.write, "media.latency.write")?;
                for (latency, field) in [
                    (&media.flush, "media.latency.flush"),
                    (&media.discard, "media.latency.discard"),
                ] {
                    latency
                        .as_ref()
                        .map_or(Ok(()), |latency| checks.latency(latency, field))?;
                }
            }
            MediaSpec::Block(media) => checks.block(media, self.capacity.bytes())?,
            MediaSpec::Page(media) => checks.page(media, self.capacity.bytes())?,
        }
        if let Some(fake) = &self.counterfeit {
            checks.counterfeit(fake, self.capacity.bytes(), block)?;
            if let MediaSpec::Page(media) = &self.media {
                let whole = fake.capacity_real.bytes().is_multiple_of(media.unit.bytes());
                let reason = "is not a multiple of media.page.unit";
                checks.that(whole, "counterfeit.capacity_real", reason)?;
            }
        }
        self.check_behaviour(&checks)
    }

    fn check_behaviour(&self, checks: &Checks<'_>) -> Result<(), SpecError> {
        for bad in &self.bad_ranges {
            let end = bad.start.bytes().checked_add(bad.size.bytes());
            let is_inside = end.is_some_and(|end| end <= self.capacity.bytes());
            checks.that(
                is_inside,
                "bad_ranges",
                "has a range that ends beyond the capacity",
            )?;
        }
        if let Some(thermal) = &self.thermal {
            checks.thermal(thermal)?;
        }
        if let Some(bursts) = self.disturbance.as_ref().and_then(|it| it.bursts.as_ref()) {
            let is_short = bursts.length.ns() <= bursts.every.ns() / 2;
            let reason = "is more than half of every";
            checks.that(is_short, "disturbance.bursts.length", reason)?;
        }
        for stall in &self.stalls {
            checks.that(stall.one_in > 0, "stalls", "has a one_in of zero")?;
            checks.that(stall.min <= stall.max, "stalls", "has a min above its max")?;
        }
        let weak = self.weak_ranges.iter().map(|it| (it, "weak_ranges"));
        for (range, field) in weak.chain(self.aged_ranges.iter().map(|it| (it, "aged_ranges")))
        {
            let end = range.start.bytes().saturating_add(range.size.bytes());
            let reason = "has a range that ends beyond the capacity";
            checks.that(end <= self.capacity.bytes(), field, reason)?;
            checks.that(range.speed.ppm() > 0, field, "has a speed of zero")?;
        }
        if let Some(health) = &self.health {
            self.check_health(health, checks)?;
        }
        if let Some(drift) = &self.drift {
            checks.that(drift.period.bytes() > 0, "drift.period", "is zero")?;
            let no_zero = |shares: &[Share]| shares.iter().all(|share| share.ppm() > 0);
            checks.that(no_zero(&drift.read), "drift.read", "has a speed of zero")?;
            checks.that(no_zero(&drift.write), "drift.write", "has a speed of zero")?;
        }
        Ok(())
    }
}

impl SimSpec {
    /// The drive must have the items that it is to report.
    fn check_health(&self, health: &HealthSpec, checks: &Checks<'_>) -> Result<(), SpecError> {
        for &item in &health.tells {
            checks.that(
                self.has(item),
                "health.tells",
                match item {
                    HealthItem::Temperature => "names temperature, which needs [thermal]",
                    HealthItem::Throttling => "names throttling, which needs [thermal]",
                    HealthItem::FlashWritten => {
                        "names flash-written, which needs [media.block] or [media.page]"
                    }
                    HealthItem::LifeUsed => "names life-used, which needs endurance_cycles",
                    HealthItem::Written | HealthItem::MediaErrors => "",
                },
            )?;
        }
        let has_sensor = health.tells.contains(&HealthItem::Temperature);
        checks.that(
            has_sensor || health.warning_celsius.is_none(),
            "health.warning_celsius",
            "is a temperature, which health.tells does not name",
        )
    }
}

struct Checks<'a> {
    name: &'a str,
}

impl Checks<'_> {
    fn that(&self, holds: bool, field: &str, reason: &str) -> Result<(), SpecError> {
        if holds {
            return Ok(());
        }
        Err(SpecError::Value {
            name: self.name.to_owned(),
            field: field.to_owned(),
            reason: reason.to_owned(),
        })
    }

    fn thermal(&self, thermal: &ThermalSpec) -> Result<(), SpecError> {
        self.that(thermal.time_constant.ns() > 0, "thermal.time_constant", "is zero")?;
        // The model computes reports in steps of the time constant, and the way to the end of a rest is as long.
        let most = thermal.time_constant.ns().saturating_mul(100);
        let is_near = thermal.sensor_delay.is_none_or(|delay| delay.ns() <= most);
        let reason = "is more than a hundred times thermal.time_constant";
        self.that(is_near, "thermal.sensor_delay", reason)?;
        // Arbitrary, far beyond the limits of solder; the calculations stay in 64 bits.
        let is_sane = |celsius: i32| (-273..=1000).contains(&celsius);
        let reason = "is not between -273 and 1000";
        self.that(is_sane(thermal.ambient_celsius), "thermal.ambient_celsius", reason)?;
        self.that(
            is_sane(thermal.start_celsius.unwrap_or(0)),
            "thermal.start_celsius",
            reason,
        )?;
        let is_rise = (0..=1000).contains(&thermal.rise_celsius);
        self.that(is_rise, "thermal.rise_celsius", "is not between 0 and 1000")?;
        for step in &thermal.steps {
            let falls = step.until_celsius < step.at_celsius;
            let reason = "has an until_celsius not below at_celsius";
            self.that(falls, "thermal.steps", reason)?;
            let sane = is_sane(step.at_celsius) && is_sane(step.until_celsius);
            let reason = "has a temperature that is not between -273 and 1000";
            self.that(sane, "thermal.steps", reason)?;
            self.that(step.speed.ppm() > 0, "thermal.steps", "has a speed of zero")?;
        }
        let ascends =
            thermal.steps.windows(2).all(|pair| pair[0].at_celsius < pair[1].at_celsius);
        self.that(ascends, "thermal.steps", "does not ascend in at_celsius")
    }

    fn latency(&self, latency: &Latency, field: &str) -> Result<(), SpecError> {
        let Latency::Quantiles(points) = latency else { return Ok(()) };
        self.that(!points.is_empty(), field, "has no quantiles")?;
        let ascends =
            points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
        self.that(ascends, field, "has quantiles that do not ascend")?;
        let in_range = points.iter().all(|&(level, _)| level <= Share::ALL);
        self.that(in_range, field, "has a quantile above 100%")
    }

    fn table(&self, table: &[SizeTime], field: &str) -> Result<(), SpecError> {
        self.that(!table.is_empty(), field, "is empty")?;
        let ascends = table
            .windows(2)
            .all(|pair| pair[0].size < pair[1].size && pair[0].time <= pair[1].time);
        self.that(ascends, field, "does not ascend in size and time")?;
        self.that(table[0].size.bytes() > 0, field, "begins with size zero")
    }

    fn block(&self, media: &BlockMediaSpec, capacity: u64) -> Result<(), SpecError> {
        let (au, page) = (media.au_size.bytes(), media.page_size.bytes());
        self.that(page > 0, "media.block.page_size", "is zero")?;
        let whole = au > 0 && au.is_multiple_of(page.max(1));
        self.that(whole, "media.block.au_size", "is not a multiple of page_size")?;
        // Every open AU has one bit per page.
        let few = au / page.max(1) <= 1 << 20;
        self.that(few, "media.block.au_size", "has more than 2^20 pages")?;
        let zone = media.zone_size.map_or(au, Size::bytes);
        let whole = zone > 0 && zone.is_multiple_of(au);
        self.that(whole, "media.block.zone_size", "is not a multiple of au_size")?;
        // Every AU has a number, and every write searches the open ones.
        let few = capacity / au.max(1) <= 1 << 27;
        self.that(few, "media.block.au_size", "makes more than 2^27 AUs; take a larger one")?;
        let few = (1..=1 << 16).contains(&media.open_aus);
        self.that(few, "media.block.open_aus", "is not between 1 and 65536")?;
        let enough = media.spare_aus.is_none_or(|spare| spare >= media.open_aus);
        self.that(enough, "media.block.spare_aus", "is less than open_aus")?;
        let is_end = media.endurance_cycles != Some(0);
        self.that(is_end, "media.block.endurance_cycles", "is zero")?;
        let fewer = media.open_aus_random <= media.open_aus;
        self.that(fewer, "media.block.open_aus_random", "is more than open_aus")?;
        self.table(&media.read, "media.block.read")?;
        self.table(&media.write, "media.block.write")?;
        if let Some(table) = &media.write_stray {
            self.table(table, "media.block.write_stray")?;
        }
        if let Some(table) = &media.write_random {
            self.table(table, "media.block.write_random")?;
        }
        if let Some(fat) = &media.fat {
            self.table(&fat.write, "media.block.fat.write")?;
        }
        Ok(())
    }

    fn page(&self, media: &PageMediaSpec, capacity: u64) -> Result<(), SpecError> {
        let (unit, page) = (media.unit.bytes(), media.page_size.bytes());
        self.that(unit > 0, "media.page.unit", "is zero")?;
        let whole = page > 0 && page.is_multiple_of(unit.max(1));
        self.that(whole, "media.page.page_size", "is not a multiple of unit")?;
        let whole = capacity.is_multiple_of(unit.max(1));
        self.that(whole, "capacity", "is not a multiple of media.page.unit")?;
        for (count, field) in [
            (media.planes, "media.page.planes"),
            (media.dies, "media.page.dies"),
            (media.block_pages, "media.page.block_pages"),
        ] {
            self.that((1..=1 << 16).contains(&count), field, "is not between 1 and 65536")?;
        }
        let over = media.over_provisioning.ppm() > 0;
        self.that(over, "media.page.over_provisioning", "is zero; nothing could be collected")?;
        let units = u128::from(capacity / unit.max(1))
            * u128::from(1_000_000 + media.over_provisioning.ppm())
            / 1_000_000;
        let block_units = crate::page::block_units(media);
        // Both numbers are 32 bits wide in the mapping, and one value means "nowhere".
        let fits = units + 8 * u128::from(block_units) < u128::from(u32::MAX);
        self.that(fits, "media.page.unit", "makes more than 2^32 units; take a larger one")?;
        if let Some(slc) = &media.slc {
            let known = (2..=5).contains(&slc.cell_bits);
            self.that(known, "media.page.slc.cell_bits", "is not between 2 and 5")?;
            self.that(slc.dynamic <= Share::ALL, "media.page.slc.dynamic", "is above 100%")?;
        }
        if let Some(cycles) = media.endurance_cycles {
            self.that(cycles > 0, "media.page.endurance_cycles", "is zero")?;
        }
        Ok(())
    }

    fn counterfeit(
        &self,
        fake: &CounterfeitSpec,
        capacity: u64,
        block: u64,
    ) -> Result<(), SpecError> {
        let real = fake.capacity_real.bytes();
        let field = "counterfeit.capacity_real";
        self.that(real > 0 && real < capacity, field, "is not below the announced capacity")?;
        self.that(
            real.is_multiple_of(block),
            field,
            "is not a multiple of logical_block_size",
        )?;
        let is_free = fake.lost_from.is_none_or(|from| {
            let is_inside = real < from.bytes() && from.bytes() < capacity;
            fake.scheme != FakeScheme::Limbo && is_inside && from.bytes().is_multiple_of(block)
        });
        let reason = "is no whole block between the real and the announced capacity, or the scheme is limbo";
        self.that(is_free, "counterfeit.lost_from", reason)?;
        match (fake.scheme, fake.wrap) {
            (FakeScheme::Chain, Some(wrap)) => {
                let between = real < wrap.bytes() && wrap.bytes() < capacity;
                let mut reason = String::new();
                write!(
                    reason,
                    "is not between {} and {}",
                    fake.capacity_real,
                    Size(iogram_model::Bytes(capacity))
                )
                .expect("writing to a string does not fail");
                self.that(between, "counterfeit.wrap", &reason)
            }
            (FakeScheme::Chain, None) => self.that(
                false,
                "counterfeit.wrap",
                "is missing; a chain has to say after what it repeats",
            ),
            (_, Some(_)) => {
                self.that(false, "counterfeit.wrap", "is only for the scheme chain")
            }
            (_, None) => Ok(()),
        }
    }
}
