//! How things look: colours for light and dark surroundings, line patterns, arrowheads.

use std::fmt::Write;

use synod_core::Role;

use crate::control::{Picture, role_colour};

const ROLES: [Role; 5] = [Role::Sends, Role::Receives, Role::Gets, Role::Supplies, Role::Acts];

/// How long an arrowhead is.
pub const HEAD: f64 = 8.5;

/// The id of a picture. Ids of what is in it begin with it.
pub fn id(picture: &Picture) -> String {
    format!("automaton-{}", plain(&picture.id))
}

/// A name as a part of ids.
pub fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
    name.chars().map(plain).collect()
}

/// The class of a kind of command.
pub fn role_class(role: Role) -> &'static str {
    match role {
        Role::Sends => "synod-sends",
        Role::Receives => "synod-receives",
        Role::Gets => "synod-gets",
        Role::Supplies => "synod-supplies",
        Role::Acts => "synod-acts",
    }
}

/// The colour of a kind of command on dark paper.
fn colour_on_dark(role: Role) -> &'static str {
    match role {
        Role::Sends => "#74b6f0",
        Role::Receives => "#f5a25d",
        Role::Gets => "#55cfa8",
        Role::Supplies => "#d79ad3",
        Role::Acts => "#c4c4c4",
    }
}

fn pattern(role: Role) -> &'static str {
    match role {
        Role::Sends | Role::Acts => "",
        Role::Receives => "stroke-dasharray:6 3.5;",
        Role::Gets => "stroke-dasharray:1.6 3.2;",
        Role::Supplies => "stroke-width:2.4;",
    }
}

/// The style sheet. The picture paints its own paper, so that ink and paper change together.
pub fn sheet() -> String {
    let mut sheet = String::from(
        ".synod-paper{fill:#ffffff}\n\
         .synod-state circle,.synod-state rect{fill:#ffffff;stroke:#222222;stroke-width:1.3}\n\
         .synod-initial circle,.synod-initial rect{stroke-width:2.2}\n\
         .synod-state text,.synod-title{fill:#111111}\n\
         .synod-note{fill:#666666}\n\
         .synod-start{fill:#222222;stroke:#222222;stroke-width:1.3}\n\
         .synod-edge .line{fill:none;stroke-width:1.4}\n\
         .synod-edge .hollow{fill:#ffffff}\n\
         .synod-edge text{stroke:none}\n\
         .synod-edge .guard{fill-opacity:.72}\n",
    );
    let colours = |sheet: &mut String, colour: fn(Role) -> &'static str| {
        for role in ROLES {
            let (class, colour) = (role_class(role), colour(role));
            let _ =
                writeln!(sheet, ".{class}{{stroke:{colour}}} .{class} text,.{class} .full{{fill:{colour}}}");
        }
    };
    colours(&mut sheet, role_colour);
    for role in ROLES.into_iter().filter(|role| !pattern(*role).is_empty()) {
        let _ = writeln!(sheet, ".{} .line{{{}}}", role_class(role), pattern(role));
    }
    sheet.push_str(
        "@media (prefers-color-scheme: dark){\n\
         .synod-paper,.synod-state circle,.synod-state rect,.synod-edge .hollow{fill:#1c1c20}\n\
         .synod-state circle,.synod-state rect{stroke:#dddddd}\n\
         .synod-state text,.synod-title{fill:#eeeeee}\n\
         .synod-note{fill:#a0a0a0}\n\
         .synod-start{fill:#dddddd;stroke:#dddddd}\n",
    );
    colours(&mut sheet, colour_on_dark);
    sheet.push_str("}\n");
    sheet
}

/// The arrowhead of a kind of command, its tip at a point, looking in a direction.
pub fn head(role: Role, tip: (f64, f64), direction: (f64, f64)) -> String {
    let (dx, dy) = direction;
    let at = |back: f64, side: f64| {
        format!("{:.1} {:.1}", tip.0 - dx * back - dy * side, tip.1 - dy * back + dx * side)
    };
    let half = 3.4;
    match role {
        Role::Sends | Role::Acts => {
            format!("<path class=\"full\" d=\"M{}L{}L{}Z\"/>", at(0.0, 0.0), at(HEAD, half), at(HEAD, -half))
        }
        Role::Receives => {
            format!(
                "<path class=\"hollow\" d=\"M{}L{}L{}Z\"/>",
                at(0.0, 0.0),
                at(HEAD, half),
                at(HEAD, -half)
            )
        }
        Role::Gets => format!(
            "<path fill=\"none\" stroke-width=\"1.4\" d=\"M{}L{}L{}M{}L{}\"/>",
            at(HEAD - 1.0, half + 0.4),
            at(0.0, 0.0),
            at(HEAD - 1.0, -half - 0.4),
            at(0.0, 0.0),
            at(HEAD, 0.0),
        ),
        Role::Supplies => format!(
            "<path class=\"full\" d=\"M{}L{}L{}L{}Z\"/>",
            at(0.0, 0.0),
            at(HEAD / 2.0, half),
            at(HEAD, 0.0),
            at(HEAD / 2.0, -half)
        ),
    }
}
