//! Binary decision diagrams with complemented edges, made for this engine.
//!
//! A [`Manager`] holds the nodes; a [`Diagram`] is a handle that keeps one function alive. Operations
//! take handles and give handles, and stop with an error when the budget says so, also in the middle of
//! a long operation; nothing is lost then but its result. What no handle needs is collected at the
//! start of operations, never within one (saturation, which may run for long, protects what it holds).
//!
//! The order of variables is fixed: a variable *is* its level. If it turns out to be a bad one, a better one can be
//! found ([`Manager::sift`]), and the work begins anew. Bits of the state occupy two neighbouring
//! levels, the current value above the next one, so that images need no renaming.

mod apply;
mod assign;
mod count;
mod handles;
mod image;
mod quantify;
mod restrict;
mod saturate;
mod shift;
mod sift;
mod table;

pub(crate) use count::Natural;
pub(crate) use handles::Diagram;
pub(crate) use image::{Frame, FrameId};
pub(crate) use saturate::Firing;
pub(crate) use sift::Sifted;
pub(crate) use table::{Level, Manager, Usage};
