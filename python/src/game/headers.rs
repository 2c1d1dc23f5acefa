//! `Headers`: the tags of a game, as a mapping.

use super::record::Game;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// The tags of a game: a mapping that changes the game.
#[pyclass(frozen)]
pub(crate) struct Headers {
    pub(crate) game: Py<Game>,
}

impl Headers {
    fn find(&self, py: Python<'_>, name: &str) -> Option<String> {
        self.game.borrow(py).record.tags.get(name).map(str::to_owned)
    }
}

#[pymethods]
impl Headers {
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        self.find(py, name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) {
        self.game.borrow_mut(py).record.tags.set(name, value);
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        if !self.__contains__(py, name) {
            return Err(PyKeyError::new_err(name.to_owned()));
        }
        self.game.borrow_mut(py).record.tags.remove(name);
        Ok(())
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> bool {
        self.find(py, name).is_some()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.game.borrow(py).record.tags.iter().len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let names = self.keys(py).into_pyobject(py)?;
        Ok(names.try_iter()?.into_any().unbind())
    }

    /// The names, in their order.
    fn keys(&self, py: Python<'_>) -> Vec<String> {
        self.items(py).into_iter().map(|(name, _)| name).collect()
    }

    /// The values, in their order.
    fn values(&self, py: Python<'_>) -> Vec<String> {
        self.items(py).into_iter().map(|(_, value)| value).collect()
    }

    /// Names and values, in their order.
    fn items(&self, py: Python<'_>) -> Vec<(String, String)> {
        let game = self.game.borrow(py);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        game.record.tags.iter().map(owned).collect()
    }

    /// The value of a tag, or something else if there is none.
    #[pyo3(signature = (name, default = None))]
    fn get(
        &self,
        py: Python<'_>,
        name: &str,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        match self.find(py, name) {
            Some(value) => Ok(Some(value.into_pyobject(py)?.into_any().unbind())),
            None => Ok(default),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let pairs = self.items(py).into_iter();
        let pairs = pairs.map(|(name, value)| format!("{name}={value:?}"));
        format!("Headers({})", pairs.collect::<Vec<_>>().join(", "))
    }
}
