# Networks: files, plans, ways of computing, relative to evaluators/.
set(NET_SOURCES
  net/activation.cpp
  net/eigen_runner.cpp
  net/fast_runner.cpp
  net/gzip.cpp
  net/katago_model.cpp
  net/katago_stream.cpp
  net/kernels_avx2.cpp
  net/kernels_avx512.cpp
  net/kernels_plain.cpp
  net/model.cpp
  net/plan.cpp
  net/plan_model.cpp
  net/residual_model.cpp
  net/runner.cpp
  net/safetensors.cpp)
