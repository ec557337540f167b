//! `iogram campaign`: many methods on many drives, by Slurm, over ssh, or locally.

mod conditions;
mod look;
mod show;
mod slurm;
mod standing;
mod task;
mod workers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use iogram_campaign::{Campaign, EngineKind, Plan, found_for, make_plan};
use iogram_model::{sentence, text};
use iogram_runner::Method;
use iogram_store::Store;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::args::{CampaignCommand, CampaignSubmitArgs, StoreArgs};
use crate::environment::variable;
use crate::failure::Failure;
use crate::output;
use crate::places;

/// `iogram campaign ..`.
pub(crate) fn perform(command: &CampaignCommand) -> Result<ExitCode, Failure> {
    match command {
        CampaignCommand::Plan(arguments) => {
            let loaded = load(&arguments.file)?;
            let engine = loaded.engine(arguments.engine.map(Into::into));
            let plan = loaded.plan(engine, &arguments.store)?;
            show::plan(&plan, engine, arguments.format)
        }
        CampaignCommand::Submit(arguments) => submit(arguments),
        CampaignCommand::Status(arguments) => standing::status(arguments),
        CampaignCommand::Cancel(arguments) => cancel(&arguments.file),
        CampaignCommand::Report(arguments) => standing::report(arguments),
        CampaignCommand::Task(arguments) => task::task(arguments),
    }
}

/// A campaign file with everything that it names.
struct Loaded {
    campaign: Campaign,
    id: String,
    methods: Vec<(String, Method)>,
}

fn load(path: &Path) -> Result<Loaded, Failure> {
    let text = places::read_text(path)?;
    let campaign = Campaign::parse(&path.display().to_string(), &text)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut methods = Vec::new();
    let mut hash = Sha256::new_with_prefix(&text);
    for name in campaign.methods.iter().filter_map(|entry| entry.file.clone()) {
        let path = folder.join(&name);
        let text = places::read_found_text(&path)?;
        hash.update(&text);
        methods.push((name, Method::parse(&path.display().to_string(), &text)?));
    }
    let digest = hash.finalize();
    let id = format!(
        "{}-{}",
        campaign.name,
        digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect::<String>()
    );
    Ok(Loaded { campaign, id, methods })
}

impl Loaded {
    fn engine(&self, asked: Option<EngineKind>) -> EngineKind {
        asked.or(self.campaign.engine).unwrap_or(EngineKind::Local)
    }

    /// The tasks for the drives that are attached now.
    fn plan(&self, engine: EngineKind, store: &StoreArgs) -> Result<Plan, Failure> {
        let found = match found_for(&self.campaign) {
            true => look::drives(&self.campaign, engine)?,
            false => Vec::new(),
        };
        let labels = |label: &str| {
            look::serials_of(label, store).map_err(|failure| (failure.message, failure.hint))
        };
        make_plan(&self.campaign, self.id.clone(), &found, &labels, &self.methods)
            .map_err(|(message, hint)| Failure::usage(message, hint))
    }

    /// The submitted plan; `None` if there is none.
    fn submitted(&self) -> Result<Option<(Plan, Submission)>, Failure> {
        let folder = state_folder(&self.id)?;
        let (plan, record) = (folder.join("plan.json"), folder.join("submission.json"));
        let text = |path: &Path| -> Result<Option<String>, Failure> {
            let bytes = iogram_door::read_private(path)?;
            Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
        };
        let (Some(plan), Some(record)) = (text(&plan)?, text(&record)?) else {
            return Ok(None);
        };
        match (Plan::read(&plan), Submission::read(&record)) {
            (Some(plan), Some(record)) => Ok(Some((plan, record))),
            _ => Err(Failure::environment(
                sentence!("cli-cannot-understand-kept", path = folder.display()),
                text!("cli-newer-iogram-written-move-away-submit"),
            )),
        }
    }

    fn submitted_or_hint(&self, file: &Path) -> Result<(Plan, Submission), Failure> {
        self.submitted()?.ok_or_else(|| {
            Failure::usage(
                sentence!("cli-campaign-not-submitted-here", id = self.id),
                sentence!(
                    "cli-iogram-campaign-submit-file-changed-since",
                    file = file.display()
                ),
            )
        })
    }
}

/// The stored data of a submission beside the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Submission {
    engine: EngineKind,
    /// Slurm's jobs with their tasks, by index in the array.
    arrays: Vec<(u64, Vec<usize>)>,
    /// The process that executes the tasks, and its start time.
    process: Option<(u32, u64)>,
}

impl Submission {
    fn write(&self) -> String {
        let arrays: Vec<Value> = self
            .arrays
            .iter()
            .map(|(job, tasks)| json!({"job": job, "tasks": tasks}))
            .collect();
        let process =
            self.process.map(|(pid, ticks)| json!({"pid": pid, "started_ticks": ticks}));
        let format = "iogram-campaign-submission/1";
        json!({"format": format, "engine": self.engine.name(), "arrays": arrays, "process": process})
            .to_string()
    }

    fn read(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let engine = value["engine"].as_str()?;
        let (_, engine) = EngineKind::WORDS.into_iter().find(|(word, _)| *word == engine)?;
        let numbers = |value: &Value| -> Option<Vec<usize>> {
            let number = |it: &Value| usize::try_from(it.as_u64()?).ok();
            value.as_array()?.iter().map(number).collect()
        };
        let arrays = value["arrays"]
            .as_array()?
            .iter()
            .map(|array| Some((array["job"].as_u64()?, numbers(&array["tasks"])?)))
            .collect::<Option<_>>()?;
        let process = &value["process"];
        let pid = process["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok());
        Some(Self { engine, arrays, process: pid.zip(process["started_ticks"].as_u64()) })
    }

    /// Whether the process that executes the tasks is alive.
    fn is_alive(&self) -> bool {
        self.process.is_some_and(|(pid, ticks)| {
            iogram_inspect::process::started_ticks(&pid.to_string()) == Some(ticks)
        })
    }

    /// This process.
    fn process_here() -> Option<(u32, u64)> {
        iogram_inspect::process::started_ticks("self").map(|ticks| (std::process::id(), ticks))
    }
}

/// The folder in which the submitter stores a campaign's plan.
fn state_folder(id: &str) -> Result<PathBuf, Failure> {
    let journals = places::journals(None)?;
    Ok(journals.with_file_name("campaigns").join(id))
}

/// Stores the plan and its submission.
fn keep(plan: &Plan, submission: &Submission) -> Result<PathBuf, Failure> {
    let folder = state_folder(&plan.id)?;
    iogram_door::own_folder(&folder)?;
    iogram_door::replace_private(&folder.join("plan.json"), plan.write().as_bytes())?;
    let record = submission.write();
    iogram_door::replace_private(&folder.join("submission.json"), record.as_bytes())?;
    Ok(folder)
}

/// `iogram campaign submit`.
fn submit(arguments: &CampaignSubmitArgs) -> Result<ExitCode, Failure> {
    let mut loaded = load(&arguments.file)?;
    let engine = loaded.engine(arguments.engine.map(Into::into));
    if let Some(parallel) = arguments.parallel {
        loaded.campaign.slurm.parallel = Some(parallel);
        loaded.campaign.ssh.parallel = parallel;
    }
    let before = loaded.submitted()?;
    if let Some((_, submission)) = &before
        && (submission.is_alive() || slurm::is_under_way(submission)?)
        && !arguments.dry_run
    {
        return Err(Failure::new(
            iogram_session::FailureKind::Refused,
            sentence!("cli-campaign-under-way-already", id = loaded.id),
            sentence!(
                "cli-iogram-campaign-status-campaign-cancel",
                file = arguments.file.display()
            ),
        ));
    }
    // A resumed campaign keeps its tasks, whatever is attached now.
    let plan = match before {
        Some((plan, _)) => plan,
        None => loaded.plan(engine, &arguments.store)?,
    };
    match engine {
        EngineKind::Slurm => slurm::submit(&loaded.campaign, &plan, arguments),
        EngineKind::Ssh | EngineKind::Local => {
            workers::submit(&loaded.campaign, &plan, (engine, arguments))
        }
    }
}

/// `iogram campaign cancel`.
fn cancel(file: &Path) -> Result<ExitCode, Failure> {
    let loaded = load(file)?;
    let (plan, submission) = loaded.submitted_or_hint(file)?;
    let is_under_way = match submission.engine {
        EngineKind::Slurm => slurm::cancel(&submission)?,
        EngineKind::Ssh | EngineKind::Local => {
            let is_alive = submission.is_alive();
            if is_alive {
                let folder = state_folder(&plan.id)?;
                iogram_door::replace_private(&folder.join(workers::CANCEL), b"")?;
            }
            is_alive
        }
    };
    output::talk(if is_under_way {
        sentence!("cli-campaign-ends-cells-done-kept-campaign", id = plan.id)
    } else {
        sentence!("cli-campaign-not-under-way", id = plan.id)
    });
    Ok(ExitCode::SUCCESS)
}

/// The fleet's server: from the plan, otherwise from the environment.
fn server_of(plan: &Plan) -> Option<PathBuf> {
    plan.server.clone().or_else(|| variable("IOGRAM_SERVER")).map(PathBuf::from)
}

/// The store of a campaign's runs: the fleet's server if there is one, otherwise this computer's store.
fn base(plan: &Plan, store: &StoreArgs) -> Result<Store, Failure> {
    match server_of(plan).filter(|_| store.store.is_none()) {
        Some(server) => Ok(iogram_session::open_store(server)?),
        None => places::open_store(store),
    }
}
