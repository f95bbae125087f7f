// Networks as objects: values and priors of positions, and what a network sees of them.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "evaluators/net/model.h"
#include "lab/config/parts.h"
#include "lab/play/network_view.h"
#include "python/native.h"
#include "python/position.h"

namespace rootward::python {
namespace {

class PyNetwork {
 public:
  PyNetwork(const std::string& file, const std::string& game, const std::string& symmetry, std::uint64_t seed)
      : game_(game_of_text(game, seed)),
        planes_(net::planes_text(net::load_model(net::find_model_file(file, "")).planes)),
        view_(make_network_view(*game_, planes_)) {
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
    for (const PyPosition* from : positions) (void)checked(*from);
    {
      const py::gil_scoped_release release;
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
    const NetworkShape& shape = view_->shape();
    py::array_t<float> planes({shape.lines, shape.columns, shape.planes});
    view_->encode(checked(from), 0, {planes.mutable_data(), static_cast<std::size_t>(planes.size())});
    return planes;
  }

  /// Where the priors of the legal moves stand, in their order.
  [[nodiscard]] std::vector<std::size_t> places(const PyPosition& from) const {
    std::vector<std::size_t> places;
    for (const Action action : checked(from).legal_actions()) places.push_back(view_->policy_index(action, 0));
    return places;
  }

 private:
  [[nodiscard]] const Position& checked(const PyPosition& from) const {
    if (from.game == nullptr) throw std::runtime_error("an evaluator's positions cannot be evaluated by others");
    if (!(from.game->id() == game_->id())) throw UsageError("position: is of another game than the network's");
    if (from.at().is_over()) throw UsageError("position: the game is over there");
    return from.at();
  }

  std::shared_ptr<const Game> game_;
  std::string planes_;
  std::unique_ptr<NetworkView> view_;
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace

void bind_networks(py::module_& module) {
  py::class_<PyNetwork>(module, "Network")
      .def(py::init<std::string, std::string, std::string, std::uint64_t>())
      .def("evaluate", &PyNetwork::evaluate)
      .def("planes", &PyNetwork::planes)
      .def("places", &PyNetwork::places);
}

}  // namespace rootward::python
