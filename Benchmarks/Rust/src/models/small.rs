use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// All of `canada.json`: the outline of a country.
#[derive(Serialize, Deserialize)]
pub struct Canada {
    pub r#type: String,
    pub features: Vec<Feature>,
}

#[derive(Serialize, Deserialize)]
pub struct Feature {
    pub r#type: String,
    pub properties: Properties,
    pub geometry: Geometry,
}

#[derive(Serialize, Deserialize)]
pub struct Properties {
    pub name: String,
}

#[derive(Serialize, Deserialize)]
pub struct Geometry {
    pub r#type: String,
    pub coordinates: Vec<Vec<Vec<f64>>>,
}

/// An element of `films.json`.
#[derive(Serialize, Deserialize)]
pub struct Film {
    pub id: String,
    pub directed_by: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_release_date: Option<String>,
    pub genre: Vec<String>,
    pub name: String,
}

/// An element of `hi1m.json`.
#[derive(Serialize, Deserialize)]
pub struct Greeting {
    pub hi: i64,
    pub there: i64,
    pub comment: String,
}

/// All of `a1.json`: few bytes in many small objects.
#[derive(Serialize, Deserialize)]
pub struct A1 {
    pub a: i64,
    pub b: A2,
    pub c: Vec<A3>,
    pub d: HashMap<String, A4>,
}

#[derive(Serialize, Deserialize)]
pub struct A2 {
    pub a: i64,
    pub b: A3,
    pub c: Vec<A4>,
}

#[derive(Serialize, Deserialize)]
pub struct A3 {
    pub a: i64,
    pub b: A4,
}

#[derive(Serialize, Deserialize)]
pub struct A4 {
    pub a: i64,
}

/// All of `simple.json`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Simple {
    pub id: i64,
    pub name: String,
    pub score: f64,
    pub is_active: bool,
    pub level: u8,
    pub address: Address,
    pub tags: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub struct Address {
    pub street: String,
    pub city: String,
    pub zip: i64,
}
