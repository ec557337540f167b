//! Heat: the temperature follows the rate of moved bytes by Newton's law of cooling, in integer steps.

use crate::quantity::{Share, mul_div};
use crate::spec::{ThermalSpec, ThrottleStep};

/// Steps per time constant. Arbitrary: the error against the exponential is below 1 % of a change.
const STEPS: u64 = 64;
/// After this many time constants without activity the drive has the temperature of its surroundings: of a rise of
/// 100 degrees less than a thousandth of a degree is left.
const CONSTANTS_TO_AMBIENT: u64 = 12;

/// Temperature and throttling.
#[derive(Debug, Clone)]
pub(crate) struct Thermal {
    ambient_ucelsius: i64,
    rise_ucelsius: i64,
    reference_bytes_per_step: u64,
    step_ns: u64,
    steps: Vec<ThrottleStep>,
    ucelsius: i64,
    max_ucelsius: i64,
    /// The reported temperature, and the number of time steps in which it follows 63 % of a change; 1 without delay.
    told_ucelsius: i64,
    delay_steps: i64,
    /// Start of the current time step.
    step_start: u64,
    bytes: u64,
    /// Number of active throttle steps.
    level: usize,
    throttling: Throttling,
    /// Temperature at which the drive starts to warn.
    warning_ucelsius: Option<i64>,
    hot_ns: u64,
}

/// Count and duration of the throttling of a drive. The first step is light, all others are heavy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Throttling {
    /// Number of times that the first step began.
    pub(crate) light_count: u64,
    /// Number of times that a further step began.
    pub(crate) heavy_count: u64,
    /// Time in the first step.
    pub(crate) light_ns: u64,
    /// Time in further steps.
    pub(crate) heavy_ns: u64,
}

impl Thermal {
    pub(crate) fn new(spec: &ThermalSpec, warning_celsius: Option<i32>) -> Self {
        let step_ns = (spec.time_constant.ns() / STEPS).max(1);
        let ambient = i64::from(spec.ambient_celsius) * 1_000_000;
        let start = i64::from(spec.start_celsius.unwrap_or(spec.ambient_celsius)) * 1_000_000;
        Self {
            ambient_ucelsius: ambient,
            rise_ucelsius: i64::from(spec.rise_celsius) * 1_000_000,
            reference_bytes_per_step: spec.reference_rate.bytes_in(step_ns).max(1),
            step_ns,
            steps: spec.steps.clone(),
            ucelsius: start,
            max_ucelsius: start,
            told_ucelsius: start,
            delay_steps: spec.sensor_delay.map_or(1, |delay| {
                i64::try_from((delay.ns() / step_ns).max(1)).unwrap_or(i64::MAX)
            }),
            step_start: 0,
            bytes: 0,
            level: 0,
            throttling: Throttling::default(),
            warning_ucelsius: warning_celsius.map(|celsius| i64::from(celsius) * 1_000_000),
            hot_ns: 0,
        }
    }

    /// Remaining speed for a command at `at` that moves `bytes`.
    pub(crate) fn speed(&mut self, at: u64, bytes: u64) -> Share {
        self.advance(at);
        self.bytes += bytes;
        match self.level.checked_sub(1).and_then(|level| self.steps.get(level)) {
            Some(step) => step.speed,
            None => Share::ALL,
        }
    }

    /// In whole degrees.
    pub(crate) fn celsius(&self) -> i32 {
        whole(self.ucelsius)
    }

    /// The temperature that the sensor reports.
    pub(crate) fn celsius_told(&self) -> i32 {
        whole(self.told_ucelsius)
    }

    /// The highest temperature so far.
    pub(crate) fn celsius_max(&self) -> i32 {
        whole(self.max_ucelsius)
    }

    /// The throttling so far.
    pub(crate) const fn throttling(&self) -> Throttling {
        self.throttling
    }

    /// Time so far at or above the warning temperature; `None` if the drive never warns.
    pub(crate) fn hot_ns(&self) -> Option<u64> {
        self.warning_ucelsius.map(|_| self.hot_ns)
    }

    /// Lets time pass until `at`.
    pub(crate) fn advance(&mut self, at: u64) {
        let mut steps = at.saturating_sub(self.step_start) / self.step_ns;
        if steps == 0 {
            return;
        }
        self.step_start += steps * self.step_ns;
        let bytes = std::mem::take(&mut self.bytes);
        let share = mul_div(bytes, 1_000_000, self.reference_bytes_per_step);
        let share = i64::try_from(share.min(100_000_000)).expect("at most a hundredfold rate");
        let target = self.ambient_ucelsius + self.rise_ucelsius * share / 1_000_000;
        self.approach(target);
        steps -= 1;
        let cools_down = steps > STEPS * CONSTANTS_TO_AMBIENT;
        for _ in 0..steps.min(STEPS * CONSTANTS_TO_AMBIENT) {
            self.approach(self.ambient_ucelsius);
        }
        if cools_down {
            self.ucelsius = self.ambient_ucelsius;
            self.throttle();
            let constants = CONSTANTS_TO_AMBIENT * self.delay_steps.unsigned_abs();
            let left = steps - STEPS * CONSTANTS_TO_AMBIENT;
            for _ in 0..left.min(constants) {
                self.tell();
            }
            if left > constants {
                self.told_ucelsius = self.ambient_ucelsius;
            }
        }
    }

    /// Updates the sensor.
    const fn tell(&mut self) {
        self.told_ucelsius += (self.ucelsius - self.told_ucelsius) / self.delay_steps;
    }

    fn approach(&mut self, target: i64) {
        let steps = i64::try_from(STEPS).expect("a small number");
        self.ucelsius += (target - self.ucelsius) / steps;
        self.max_ucelsius = self.max_ucelsius.max(self.ucelsius);
        match self.level {
            0 => {}
            1 => self.throttling.light_ns += self.step_ns,
            _ => self.throttling.heavy_ns += self.step_ns,
        }
        self.tell();
        if self.warning_ucelsius.is_some_and(|warning| self.told_ucelsius >= warning) {
            self.hot_ns += self.step_ns;
        }
        self.throttle();
    }

    fn throttle(&mut self) {
        let at = |celsius: i32| i64::from(celsius) * 1_000_000;
        while let Some(step) = self.steps.get(self.level)
            && self.ucelsius >= at(step.at_celsius)
        {
            self.level += 1;
            let throttling = &mut self.throttling;
            let count = if self.level == 1 {
                &mut throttling.light_count
            } else {
                &mut throttling.heavy_count
            };
            *count += 1;
        }
        while let Some(step) = self.level.checked_sub(1).and_then(|level| self.steps.get(level))
            && self.ucelsius < at(step.until_celsius)
        {
            self.level -= 1;
        }
    }
}

fn whole(ucelsius: i64) -> i32 {
    i32::try_from(ucelsius.div_euclid(1_000_000)).expect("a temperature")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    fn thermal() -> Thermal {
        let text = "ambient_celsius = 25\nrise_celsius = 80\nreference_rate = \"1GB/s\"\n\
                    time_constant = \"64s\"\n\
                    steps = [{ at_celsius = 80, until_celsius = 75, speed = \"50%\" }]";
        Thermal::new(&toml::from_str(text).unwrap(), Some(78))
    }

    #[test]
    fn after_one_time_constant_63_percent_of_the_rise_is_there() {
        let mut thermal = thermal();
        for second in 0..64 {
            thermal.speed(second * SECOND, 1_000_000_000);
        }
        // 25 + 80 * (1 - 1/e) = 75.6.
        thermal.advance(64 * SECOND);
        assert!((75..=76).contains(&thermal.celsius()));
    }

    #[test]
    fn throttling_begins_and_ends_at_its_temperatures() {
        let mut thermal = thermal();
        let mut speeds = Vec::new();
        for second in 0..600 {
            let speed = thermal.speed(second * SECOND, 0);
            // The drive slows down by its reported speed, so that it settles between the two temperatures.
            thermal.bytes += speed.of(1_000_000_000);
            speeds.push(speed.ppm());
        }
        assert_eq!(thermal.celsius_max(), 80);
        let throttling = thermal.throttling();
        assert!(throttling.light_count > 2);
        assert_eq!((throttling.heavy_count, throttling.heavy_ns), (0, 0));
        let slow = speeds.iter().filter(|&&speed| speed == 500_000).count() as u64;
        let seconds = throttling.light_ns.abs_diff(slow * SECOND) / SECOND;
        assert!(seconds <= throttling.light_count, "{throttling:?}, {slow} s at half speed");
        assert!(thermal.hot_ns().unwrap() < throttling.light_ns);
        assert!(speeds[300..].contains(&500_000) && speeds[300..].contains(&1_000_000));
        thermal.advance(600 * SECOND);
        assert!((74..=80).contains(&thermal.celsius()));
    }

    #[test]
    fn a_sensor_with_a_delay_tells_later_what_the_drive_throttles_by_now() {
        let late = |delay_steps| {
            let mut thermal = Thermal { delay_steps, ..thermal() };
            let mut seen = None;
            for second in 0..300 {
                thermal.speed(second * SECOND, 1_000_000_000);
                if thermal.level > 0 && seen.is_none() {
                    seen = Some((thermal.celsius(), thermal.celsius_told()));
                }
            }
            let end = thermal.celsius_told();
            thermal.advance(400 * SECOND);
            let still_hot = thermal.celsius_told() - thermal.celsius();
            thermal.advance(90_000 * SECOND);
            (seen.expect("it throttles"), end > 90, still_hot, thermal.celsius_told())
        };
        assert_eq!(late(1), ((80, 80), true, 0, 25));
        let ((is, told), ends_hot, still_hot, at_last) = late(64);
        assert!(is == 80 && told < 65 && ends_hot && still_hot > 5 && at_last == 25);
    }

    #[test]
    fn a_long_rest_cools_to_ambient_at_once() {
        let mut thermal = thermal();
        for second in 0..600 {
            thermal.speed(second * SECOND, 500_000_000);
        }
        thermal.advance(600 * SECOND);
        assert!(thermal.celsius() >= 64);
        thermal.advance(600 * SECOND + 86_400 * SECOND);
        assert_eq!(thermal.celsius(), 25);
    }
}
