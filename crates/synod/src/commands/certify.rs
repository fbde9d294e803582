//! `synod certify`: does a certificate prove a property of the model?

use synod_core::Phase;
use synod_session::Opened;
use synod_session::certify::{Certified, NotCertified, certify};

use crate::cli::CertifyArgs;
use crate::failure::{Done, Failure};
use crate::interrupt::Cancellable;
use crate::progress::Reporter;
use crate::{files, models, terminal};

/// The exit code when the certificate is refused.
const REFUSED: u8 = 1;
/// The exit code when the check was stopped, or nobody could do it.
const NOT_CHECKED: u8 = 3;

/// Checks a certificate and says what comes of it.
pub fn run(args: &CertifyArgs) -> Done {
    let reading = args.reading.of(&args.model);
    let budget = args.limits.budget();
    let _interruptible = Cancellable::new(&budget);
    let reporter = Reporter::new(None, false);
    let open = || {
        let opened = models::open(&reading, &args.reading.verdicts, &budget)?;
        opened.any_number_of(args.any_number.as_deref(), &budget)
    };
    let opened = reporter.preparing(&args.model, open).map_err(models::report)?;
    if let Opened::System(model) = &opened {
        models::print_warnings(model, &reading);
    }
    let content = models::beside(&budget, Phase::Certifying, &args.certificate, files::bytes)?;
    let style = terminal::layout().style;
    let (line, code) = match reporter
        .during("checking the certificate", || certify(&opened, &content, &budget))
    {
        Ok(Certified { claim, formula, how }) => {
            (format!("{}  {formula}\n    {how}", style.paint("1;32", &format!("✓ {claim}"))), 0)
        }
        Err(NotCertified::Refused(why)) => (format!("{}: {why}", style.paint("1;31", "✗ refused")), REFUSED),
        Err(NotCertified::NotChecked(why)) => {
            (format!("{}: {why}", style.paint("1;33", "? not checked")), NOT_CHECKED)
        }
        Err(NotCertified::NotACertificate) => {
            return Err(Failure::Input(format!("`{}` is not a Synod certificate", args.certificate)));
        }
    };
    terminal::print(&format!("{line}\n"))?;
    Ok(code)
}
