//! Tables for data frames: Arrow, handed over by the PyCapsule interface without copies.

use std::sync::Arc;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, FixedSizeListArray, Float64Array, Int32Array, Int64Array,
    RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use synod_core::{State, System, Type};

/// A column before it is one of Arrow.
pub(crate) enum Column {
    Ints(Vec<i64>),
    MaybeInts(Vec<Option<i64>>),
    Floats(Vec<Option<f64>>),
    Bools(Vec<Option<bool>>),
    Texts(Vec<Option<String>>),
    /// Few different texts, by number.
    Names {
        numbers: Vec<Option<i32>>,
        names: Vec<String>,
    },
    /// So many in each row, one behind the other.
    Lists(i32, Box<Column>),
}

impl Column {
    /// A column for each variable, with a row for each state.
    pub(crate) fn of_variables(system: &System, states: &[State]) -> Vec<(String, Column)> {
        let column = |id: synod_core::VarId| {
            let var = system.var(id);
            let values = || states.iter().flat_map(|state| state[system.slots(id)].iter().copied());
            let scalars = match var.ty {
                Type::Bool => Column::Bools(values().map(|value| Some(value != 0)).collect()),
                Type::Enum(kind) => Column::Names {
                    numbers: values().map(|value| i32::try_from(value).ok()).collect(),
                    names: system.enums[kind.0 as usize].values.clone(),
                },
                Type::Range { .. } | Type::Int => Column::Ints(values().collect()),
            };
            let column = match var.len {
                None => scalars,
                Some(length) => Column::Lists(length as i32, Box::new(scalars)),
            };
            (var.name.clone(), column)
        };
        system.var_ids().map(|(id, _)| column(id)).collect()
    }

    /// Texts that come again and again.
    pub(crate) fn of_repeated<'t>(texts: impl Iterator<Item = Option<&'t str>>) -> Column {
        let mut known: std::collections::HashMap<&str, i32> = std::collections::HashMap::new();
        let mut names = Vec::new();
        let numbers = texts.map(|text| {
            let text = text?;
            Some(*known.entry(text).or_insert_with(|| {
                names.push(text.to_string());
                names.len() as i32 - 1
            }))
        });
        let numbers = numbers.collect();
        Column::Names { numbers, names }
    }

    fn array(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Column::Ints(values) => Arc::new(Int64Array::from(values)),
            Column::MaybeInts(values) => Arc::new(Int64Array::from(values)),
            Column::Floats(values) => Arc::new(Float64Array::from(values)),
            Column::Bools(values) => Arc::new(BooleanArray::from(values)),
            Column::Texts(values) => Arc::new(StringArray::from(values)),
            Column::Names { numbers, names } => {
                let numbers = Int32Array::from(numbers);
                Arc::new(DictionaryArray::<Int32Type>::try_new(numbers, Arc::new(StringArray::from(names)))?)
            }
            Column::Lists(length, values) => {
                let values = values.array()?;
                let field = Arc::new(Field::new("item", values.data_type().clone(), true));
                Arc::new(FixedSizeListArray::try_new(field, length, values, None)?)
            }
        })
    }
}

/// A table of named columns. Data frames of pandas and polars, and all that reads Arrow, take it without copying the columns.
#[pyclass(frozen, module = "synod")]
pub struct Table {
    batch: RecordBatch,
}

fn wrong(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Table {
    pub(crate) fn new(columns: Vec<(String, Column)>) -> PyResult<Table> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (name, column) in columns {
            let array = column.array().map_err(wrong)?;
            fields.push(Field::new(name, array.data_type().clone(), true));
            arrays.push(array);
        }
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(wrong)?;
        Ok(Table { batch })
    }

    fn array(&self, name: &str) -> PyResult<&ArrayRef> {
        self.batch.column_by_name(name).ok_or_else(|| {
            let fields = self.batch.schema();
            let names: Vec<&str> = fields.fields().iter().map(|field| field.name().as_str()).collect();
            PyKeyError::new_err(synod_syntax::no_such("column", name, names))
        })
    }
}

/// The values of an array as Python has them.
fn values<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    let any = array.as_any();
    match array.data_type() {
        DataType::Int64 => match any.downcast_ref::<Int64Array>() {
            Some(array) => PyList::new(py, array.iter().collect::<Vec<_>>()),
            None => Ok(PyList::empty(py)),
        },
        DataType::Float64 => match any.downcast_ref::<Float64Array>() {
            Some(array) => PyList::new(py, array.iter().collect::<Vec<_>>()),
            None => Ok(PyList::empty(py)),
        },
        DataType::Boolean => match any.downcast_ref::<BooleanArray>() {
            Some(array) => PyList::new(py, array.iter().collect::<Vec<_>>()),
            None => Ok(PyList::empty(py)),
        },
        DataType::Utf8 => match any.downcast_ref::<StringArray>() {
            Some(array) => PyList::new(py, array.iter().collect::<Vec<_>>()),
            None => Ok(PyList::empty(py)),
        },
        DataType::Dictionary(..) => {
            let typed = any.downcast_ref::<DictionaryArray<Int32Type>>();
            let typed = typed.and_then(|array| array.downcast_dict::<StringArray>());
            match typed {
                Some(array) => PyList::new(py, array.into_iter().collect::<Vec<_>>()),
                None => Ok(PyList::empty(py)),
            }
        }
        _ => match any.downcast_ref::<FixedSizeListArray>() {
            Some(array) => {
                let rows = (0..array.len()).map(|row| values(py, &array.value(row)));
                PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
            }
            None => Ok(PyList::empty(py)),
        },
    }
}

#[pymethods]
impl Table {
    /// A table of columns: each a name, a kind (`int`, `float`, `bool`, `text` or `name`) and its values, which may be None.
    #[staticmethod]
    fn of(columns: Vec<(String, String, Bound<PyAny>)>) -> PyResult<Table> {
        let column = |(name, kind, values): (String, String, Bound<PyAny>)| {
            let column = match kind.as_str() {
                "int" => Column::MaybeInts(values.extract()?),
                "float" => Column::Floats(values.extract()?),
                "bool" => Column::Bools(values.extract()?),
                "text" => Column::Texts(values.extract()?),
                "name" => {
                    let texts: Vec<Option<String>> = values.extract()?;
                    Column::of_repeated(texts.iter().map(Option::as_deref))
                }
                _ => return Err(PyValueError::new_err(format!("there is no kind of columns `{kind}`"))),
            };
            Ok((name, column))
        };
        Table::new(columns.into_iter().map(column).collect::<PyResult<_>>()?)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The values of a column, as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        values(py, self.array(name)?)
    }

    /// The first rows, each as a dictionary.
    #[pyo3(signature = (count=10))]
    fn head<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let part = self.batch.slice(0, count.min(self.batch.num_rows()));
        let rows: Vec<Bound<PyDict>> = (0..part.num_rows()).map(|_| PyDict::new(py)).collect();
        for (field, array) in part.schema().fields().iter().zip(part.columns()) {
            for (row, value) in rows.iter().zip(values(py, array)?) {
                row.set_item(field.name(), value)?;
            }
        }
        Ok(rows)
    }

    /// The PyCapsule interface of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever wants other types changes them: the interface allows that.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new(py, FFI_ArrowArrayStream::new(Box::new(batches)), Some(c"arrow_array_stream".into()))
    }

    /// The PyCapsule interface of Arrow, for types alone.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema().as_ref()).map_err(wrong)?;
        PyCapsule::new(py, schema, Some(c"arrow_schema".into()))
    }

    fn __repr__(&self) -> String {
        let rows = synod_core::counted(self.batch.num_rows(), "row");
        format!("<Table of {rows}: {}>", self.columns().join(", "))
    }
}
