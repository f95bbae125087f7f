// The names of a rule's inputs.
#include "python/inputs.h"

#include <stdexcept>

namespace rootward::python {

NodeView& Inputs::at() const {
  if (node == nullptr) throw std::runtime_error("x is good during the call of the rule alone; keep its numbers");
  return *node;
}

namespace {

/// A copy that the rule may keep and cannot write to.
template <class T>
py::array_t<T> vector_of(const T* numbers, std::size_t count) {
  py::array_t<T> copy(static_cast<py::ssize_t>(count), numbers);
  py::detail::array_proxy(copy.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return copy;
}

py::object priors_of(const Inputs& x) {
  const NodeView& node = x.at();
  if (node.child_priors == nullptr && node.exact_priors == nullptr) return py::none();
  py::array_t<double> priors(static_cast<py::ssize_t>(node.child_count));
  double* const out = priors.mutable_data();
  for (std::uint32_t i = 0; i < node.child_count; ++i) out[i] = node.prior(i);
  return priors;
}

py::object selected_of(const Inputs& x) {
  if (x.at().selected == kNoChild) return py::none();
  return py::int_(x.at().selected);
}

std::uint64_t total_of(const Inputs& x) {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < x.at().child_count; ++i) sum += x.at().child_visits[i];
  return sum;
}

/// The node's private number.
double& number_of(const Inputs& x) {
  const NodeView& node = x.at();
  if (!x.keeps_number) throw std::runtime_error("x.w: this operator keeps no number at its nodes; number=True does");
  return *node.columns[0];
}

template <class Number>
auto scalar(Number NodeView::*member) {
  return [member](const Inputs& x) { return x.at().*member; };
}

}  // namespace

void bind_inputs(py::module_& module) {
  py::class_<Inputs>(module, "Inputs")
      .def_property_readonly("n", [](const Inputs& x) { return vector_of(x.at().child_visits, x.at().child_count); })
      .def_property_readonly("q", [](const Inputs& x) { return vector_of(x.at().child_values, x.at().child_count); })
      .def_property_readonly("m", [](const Inputs& x) { return vector_of(x.at().child_means, x.at().child_count); })
      .def_property_readonly("P", priors_of)
      .def_property_readonly("N", scalar(&NodeView::visits))
      .def_property_readonly("S", total_of)
      .def_property_readonly("K", scalar(&NodeView::child_count))
      .def_property_readonly("n0", scalar(&NodeView::own_visits))
      .def_property_readonly("m0", scalar(&NodeView::own_mean))
      .def_property_readonly("mean", scalar(&NodeView::mean))
      .def_property_readonly("v", scalar(&NodeView::value))
      .def_property_readonly("r", [](const Inputs& x) { return (void)x.at(), x.sample; })
      .def_property_readonly("t", scalar(&NodeView::simulation))
      .def_property_readonly("d", scalar(&NodeView::plies_to_end))
      .def_property(
          "w", [](const Inputs& x) { return number_of(x); }, [](const Inputs& x, double w) { number_of(x) = w; })
      .def_property_readonly("trail",
                             [](const Inputs& x) { return vector_of(x.at().trail.data(), x.at().trail.size()); })
      .def_property_readonly("playout_plies", scalar(&NodeView::playout_plies))
      .def_property_readonly("selected", selected_of);
}

}  // namespace rootward::python
