// Networks as objects: values and priors of positions, what a network sees of them, and files of networks made
// elsewhere.
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json.h"
#include "evaluators/net/model.h"
#include "evaluators/net/safetensors.h"
#include "lab/config/parts.h"
#include "lab/play/network_view.h"
#include "python/native.h"
#include "python/position.h"

namespace rootward::python {
namespace {

/// The position, where it is of this game and not over.
const Position& checked(const PyPosition& from, const Game& game) {
  if (from.game == nullptr) throw std::runtime_error("an evaluator's positions cannot be evaluated by others");
  if (!(from.game->id() == game.id())) throw UsageError("position: is of another game than the network's");
  if (from.at().is_over()) throw UsageError("position: the game is over there");
  return from.at();
}

/// Where a policy has the legal moves, in their order.
std::vector<std::size_t> policy_places(const NetworkView& view, const Position& position) {
  std::vector<std::size_t> places;
  for (const Action action : position.legal_actions()) places.push_back(view.policy_index(action, 0));
  return places;
}

/// What networks see of a game, without one.
class PyEncoder {
 public:
  PyEncoder(const std::string& game, const std::string& planes, std::uint64_t seed)
      : game_(game_of_text(game, seed)), view_(make_network_view(*game_, planes)) {}

  /// Lines, columns, planes, actions.
  [[nodiscard]] py::tuple shape() const {
    const NetworkShape& shape = view_->shape();
    return py::make_tuple(shape.lines, shape.columns, shape.planes, shape.actions);
  }

  /// [n, planes, lines, columns].
  py::array_t<float> encode(const std::vector<const PyPosition*>& positions) {
    const NetworkShape& shape = view_->shape();
    py::array_t<float> all({positions.size(), shape.planes, shape.lines, shape.columns});
    std::vector<float> seen(shape.points() * shape.planes);
    float* out = all.mutable_data();
    for (const PyPosition* from : positions) {
      view_->encode(checked(*from, *game_), 0, seen);
      for (std::size_t plane = 0; plane < shape.planes; ++plane)
        for (std::size_t point = 0; point < shape.points(); ++point) *out++ = seen[point * shape.planes + plane];
    }
    return all;
  }

  [[nodiscard]] std::vector<std::size_t> places(const PyPosition& from) const {
    return policy_places(*view_, checked(from, *game_));
  }

 private:
  std::shared_ptr<const Game> game_;
  std::unique_ptr<NetworkView> view_;
};

using FloatArray = py::array_t<float, py::array::c_style | py::array::forcecast>;

/// Writes a network as a file of our own after reading it as one. Throws UsageError where it is none.
void write_network(const std::string& path, std::map<std::string, std::string> metadata,
                   const std::map<std::string, FloatArray>& tensors) {
  net::TensorFile file{.metadata = std::move(metadata), .tensors = {}};
  for (const auto& [name, array] : tensors) {
    net::Tensor& tensor = file.tensors[name];
    for (py::ssize_t i = 0; i < array.ndim(); ++i) tensor.shape.push_back(static_cast<std::size_t>(array.shape(i)));
    tensor.values.assign(array.data(), array.data() + array.size());
  }
  const std::string bytes = net::safetensors_bytes(file);
  (void)net::parse_model(bytes, path);
  write_file_atomically(path, bytes);
}

class PyNetwork {
 public:
  PyNetwork(const std::string& file, const std::string& game, const std::string& symmetry, std::uint64_t seed)
      : game_(game_of_text(game, seed)),
        view_(view_of(net::load_model(net::find_model_file(file, "")).planes, *game_, has_planes_)) {
    SearchSettings settings = parse_search_player("", "", {}, game_->id()).search;
    const Json evaluator = {{"name", "net"}, {"file", file}, {"symmetry", symmetry}};
    settings.evaluator = parse_evaluator(dump_json(evaluator), "network");
    searcher_ = game_->make_searcher(settings);
    searcher_->new_game(seed);
  }

  /// Values [n] for who moves, priors [n, actions].
  std::pair<py::array_t<double>, py::array_t<double>> evaluate(const std::vector<const PyPosition*>& positions) {
    const std::size_t actions = view_->shape().actions;
    std::vector<double> values;
    std::vector<double> priors(positions.size() * actions, 0.0);
    for (const PyPosition* from : positions) (void)checked(*from, *game_);
    {
      const py::gil_scoped_release release;
      const std::lock_guard lock(mutex_);  // after the interpreter's, or two threads could wait for each other
      for (std::size_t i = 0; i < positions.size(); ++i) {
        const EvaluationReport report = searcher_->evaluate(positions[i]->at());
        values.push_back(report.value);
        for (const auto& [action, prior] : report.priors) priors[i * actions + view_->policy_index(action, 0)] = prior;
      }
    }
    const auto count = static_cast<py::ssize_t>(positions.size());
    return {py::array_t<double>(count, values.data()),
            py::array_t<double>({count, static_cast<py::ssize_t>(actions)}, priors.data())};
  }

  /// [lines, columns, planes], a point after the other as the network counts them.
  py::array_t<float> planes(const PyPosition& from) {
    if (!has_planes_) throw UsageError("planes: those of a KataGo network are not shown; evaluate() asks it");
    const NetworkShape& shape = view_->shape();
    py::array_t<float> planes({shape.lines, shape.columns, shape.planes});
    view_->encode(checked(from, *game_), 0, {planes.mutable_data(), static_cast<std::size_t>(planes.size())});
    return planes;
  }

  /// Where the priors of the legal moves stand, in their order.
  [[nodiscard]] std::vector<std::size_t> places(const PyPosition& from) const {
    return policy_places(*view_, checked(from, *game_));
  }

 private:
  /// A KataGo network has planes that are no ones and zeros; its moves stand where any network's do.
  static std::unique_ptr<NetworkView> view_of(const net::Planes& planes, const Game& game, bool& has_planes) {
    has_planes = planes.kind != net::PlaneKind::katago_v7;
    return make_network_view(game, has_planes ? net::planes_text(planes) : "history 1");
  }

  std::shared_ptr<const Game> game_;
  bool has_planes_ = true;
  std::unique_ptr<NetworkView> view_;
  std::mutex mutex_;  // of searcher_, whose network has one memory
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace

void bind_networks(py::module_& module) {
  py::class_<PyNetwork>(module, "Network")
      .def(py::init<std::string, std::string, std::string, std::uint64_t>())
      .def("evaluate", &PyNetwork::evaluate)
      .def("planes", &PyNetwork::planes)
      .def("places", &PyNetwork::places);
  py::class_<PyEncoder>(module, "Encoder")
      .def(py::init<std::string, std::string, std::uint64_t>())
      .def("shape", &PyEncoder::shape)
      .def("encode", &PyEncoder::encode)
      .def("places", &PyEncoder::places);
  module.def("write_network", &write_network);
}

}  // namespace rootward::python
