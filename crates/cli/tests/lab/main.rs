//! A whole lab: Ansible sets up a server and three benches over ssh; Slurm and ssh run campaigns on them.
//!
//! One lab for all tests that need one, because making it takes longest. Its hosts are namespaces of this machine
//! (`iogram_testing::Lab`).

#![cfg(feature = "server")]
#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

mod campaigns;
mod deployment;
mod hosts;
mod large;

use iogram_testing::conclude;

#[test]
fn a_lab_is_set_up_and_carries_campaigns_out() {
    conclude(hosts::begin().map(|lab| {
        deployment::ansible_sets_it_up_and_a_second_time_changes_nothing(&lab);
        deployment::what_it_put_there_is_sound(&lab);
        hosts::start_slurm(&lab);
        deployment::slurm_makes_benches_ready_and_refuses_one_whose_drive_is_mounted(&lab);
        campaigns::slurm_carries_one_out_though_a_bench_fails(&lab);
        campaigns::ssh_carries_one_out(&lab);
        if let Some(drives) = large::wanted() {
            large::slurm_carries_one_out_though_everything_fails(&lab, drives);
        }
    }));
}

#[test]
fn the_collection_is_as_ansible_wants_it() {
    conclude(deployment::lint());
}
