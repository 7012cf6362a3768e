#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace models {

struct Properties {
  std::string name;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("name", &Properties::name);
  }
};

struct Geometry {
  std::string type;
  std::vector<std::vector<std::vector<double>>> coordinates;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("type", &Geometry::type);
    visit("coordinates", &Geometry::coordinates);
  }
};

struct Feature {
  std::string type;
  Properties properties;
  Geometry geometry;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("type", &Feature::type);
    visit("properties", &Feature::properties);
    visit("geometry", &Feature::geometry);
  }
};

// All of `canada.json`: the outline of a country.
struct Canada {
  std::string type;
  std::vector<Feature> features;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("type", &Canada::type);
    visit("features", &Canada::features);
  }
};

// An element of `films.json`.
struct Film {
  std::string id;
  std::vector<std::string> directed_by;
  std::optional<std::string> initial_release_date;
  std::vector<std::string> genre;
  std::string name;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Film::id);
    visit("directed_by", &Film::directed_by);
    visit("initial_release_date", &Film::initial_release_date);
    visit("genre", &Film::genre);
    visit("name", &Film::name);
  }
};

// An element of `hi1m.json`.
struct Greeting {
  int64_t hi;
  int64_t there;
  std::string comment;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("hi", &Greeting::hi);
    visit("there", &Greeting::there);
    visit("comment", &Greeting::comment);
  }
};

struct A4 {
  int64_t a;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("a", &A4::a);
  }
};

struct A3 {
  int64_t a;
  A4 b;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("a", &A3::a);
    visit("b", &A3::b);
  }
};

struct A2 {
  int64_t a;
  A3 b;
  std::vector<A4> c;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("a", &A2::a);
    visit("b", &A2::b);
    visit("c", &A2::c);
  }
};

// All of `a1.json`: few bytes in many small objects.
struct A1 {
  int64_t a;
  A2 b;
  std::vector<A3> c;
  std::unordered_map<std::string, A4> d;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("a", &A1::a);
    visit("b", &A1::b);
    visit("c", &A1::c);
    visit("d", &A1::d);
  }
};

struct Address {
  std::string street;
  std::string city;
  int64_t zip;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("street", &Address::street);
    visit("city", &Address::city);
    visit("zip", &Address::zip);
  }
};

// All of `simple.json`.
struct Simple {
  int64_t id;
  std::string name;
  double score;
  bool isActive;
  uint8_t level;
  Address address;
  std::vector<std::string> tags;

  template <typename Visit>
  static void fields(Visit visit) {
    visit("id", &Simple::id);
    visit("name", &Simple::name);
    visit("score", &Simple::score);
    visit("isActive", &Simple::isActive);
    visit("level", &Simple::level);
    visit("address", &Simple::address);
    visit("tags", &Simple::tags);
  }
};

}  // namespace models
