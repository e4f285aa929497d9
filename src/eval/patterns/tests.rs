use super::*;
use crate::bits::Squares;
