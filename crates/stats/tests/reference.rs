//! Compares with figures that other programs computed: testdata/changes.

#![expect(clippy::unwrap_used, reason = "the reference is read as it was written")]

use iogram_stats::{
    Loss, bootstrap, correlation_factor, correlation_of, cut_penalty, find_changes, median,
    median_deviation, noise_of,
};
use serde_json::Value;

const REFERENCE: &str = include_str!("../../../testdata/changes/reference.json");

fn reference() -> Value {
    serde_json::from_str(REFERENCE).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}

fn indexes(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
}

fn cases() -> Vec<Value> {
    reference()["cases"].as_array().unwrap().clone()
}

#[track_caller]
fn check(case: &Value, weights: &[f64], loss: Loss, expected: &str) {
    let values = numbers(&case["values"]);
    let penalty = case["penalty"].as_f64().unwrap();
    let found = find_changes(&values, weights, loss, penalty);
    let found: Vec<u64> = found.into_iter().map(|index| index as u64).collect();
    assert_eq!(found, indexes(&case[expected]), "{} {expected}", case["name"]);
}

#[test]
fn changes_of_the_mean_are_those_that_ruptures_finds() {
    for case in cases() {
        let ones = vec![1.0; numbers(&case["values"]).len()];
        check(&case, &ones, Loss::Squares, "squares");
    }
}

#[test]
fn changes_under_the_capped_loss_are_those_of_trying_every_cut() {
    for case in cases() {
        let loss = Loss::Capped(case["limit"].as_f64().unwrap());
        let ones = vec![1.0; numbers(&case["values"]).len()];
        check(&case, &ones, loss, "robust");
        check(&case, &numbers(&case["weights"]), loss, "robust_weighted");
    }
}

#[test]
fn noise_and_summaries_are_those_of_scipy() {
    for case in cases() {
        let noise = noise_of(&numbers(&case["values"])).unwrap();
        let expected = case["noise"].as_f64().unwrap();
        assert!((noise - expected).abs() < 1e-9, "{}: {noise} {expected}", case["name"]);
    }
    let summary = &reference()["summary"];
    let (values, figure) =
        (numbers(&summary["values"]), |name: &str| summary[name].as_f64().unwrap());
    assert!((median(&values).unwrap() - figure("median")).abs() < 1e-12);
    let deviation = median_deviation(&values).unwrap();
    assert!((deviation - figure("median_deviation")).abs() < 1e-9);
    // Resamples differ; with this many, the ends lie on the same or the next value.
    let (low, high) = bootstrap(&values, median, (0.95, 20_000), 7).unwrap();
    assert!((low - figure("median_low")).abs() < 0.05, "{low}");
    assert!((high - figure("median_high")).abs() < 0.05, "{high}");
}

/// Independent of the tested code: a multiplicative generator; the sum of twelve numbers is about normal.
fn noise(state: &mut u64) -> f64 {
    let mut sum = -6.0;
    for _ in 0..12 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        sum += f64::from(u32::try_from(*state >> 32).unwrap()) / f64::from(u32::MAX);
    }
    sum
}

#[test]
fn three_hours_of_samples_with_outliers_give_their_two_changes() {
    let mut state = 1;
    let count = 108_000;
    let values: Vec<f64> = (0..count)
        .map(|index| {
            let level = match index {
                0..1200 => 3.0,
                1200..60_000 => 1.0,
                _ => 0.5,
            };
            let outlier = if index % 997 == 0 { 8.0 } else { 0.0 };
            level + 0.1 * noise(&mut state) + outlier
        })
        .collect();
    let noise = noise_of(&values).unwrap();
    assert!((noise - 0.1).abs() < 0.005, "{noise}");
    let loss = Loss::Capped(3.0 * noise);
    let ones = vec![1.0; count];
    assert_eq!(find_changes(&values, &ones, loss, cut_penalty(noise, count)), [1200, 60_000]);
}

#[test]
fn nothing_and_little_have_no_changes() {
    for values in [&[][..], &[1.0], &[1.0, 1.0]] {
        let weights = vec![1.0; values.len()];
        assert!(find_changes(values, &weights, Loss::Squares, 1.0).is_empty());
        assert!(find_changes(values, &weights, Loss::Capped(1.0), 1.0).is_empty());
    }
    assert_eq!(median(&[]), None);
    assert_eq!(noise_of(&[1.0, 2.0]), None);
    assert_eq!(bootstrap(&[], median, (0.95, 10), 1), None);
}

/// Series with correlated neighbours: without a change, and with one of six standard deviations.
#[test]
fn correlated_noise_is_no_change_and_hides_none() {
    const COUNT: usize = 300;
    const TIMES: u32 = 60;
    let mut state = 88_172_645_463_325_252_u64;
    let mut unit = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut normal = move || (0..12).map(|_| unit()).sum::<f64>() - 6.0;
    for correlation in [0.0, 0.3, 0.5, 0.7, 0.8] {
        let (mut invented, mut found) = (0, 0);
        for _ in 0..TIMES {
            let mut last = 0.0;
            let mut step = |_| {
                last = correlation * last + normal();
                last
            };
            let plain: Vec<f64> = (0..COUNT + 100).map(&mut step).skip(100).collect();
            let size = 6.0 / (1.0 - correlation * correlation).sqrt();
            let shift =
                |(at, value): (usize, &f64)| value + if at < COUNT / 2 { 0.0 } else { size };
            let stepped: Vec<f64> = plain.iter().enumerate().map(shift).collect();
            let cuts = |values: &[f64]| {
                let (noise, alike) = (noise_of(values).unwrap(), correlation_of(values));
                let loss = Loss::Capped(3.0 * noise / (1.0 - alike).sqrt());
                let penalty = cut_penalty(noise, COUNT) * correlation_factor(alike);
                find_changes(values, &[1.0; COUNT], loss, penalty)
            };
            invented += u32::from(!cuts(&plain).is_empty());
            let is_it = |at: &usize| at.abs_diff(COUNT / 2) <= 5;
            found += u32::from(cuts(&stepped).iter().any(is_it));
        }
        // The penalty for independent noise would invent changes in 40 to 60 of the 60.
        assert!(
            invented <= 12 && found >= 45,
            "{correlation}: {invented} invented, {found} found"
        );
    }
}
