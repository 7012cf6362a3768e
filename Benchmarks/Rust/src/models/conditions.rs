use serde::{Deserialize, Serialize};

/// Five of the twenty-five fields that a record has.
#[derive(Serialize, Deserialize)]
pub struct Partial {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub balance: f64,
    pub tags: Vec<String>,
}

/// Text that is escaped, in several ways.
#[derive(Serialize, Deserialize)]
pub struct Note {
    pub id: i64,
    pub title: String,
    pub text: String,
}

/// A message of 275 bytes.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    pub id: String,
    pub r#type: String,
    pub timestamp: i64,
    pub sender: Sender,
    pub text: String,
    pub attachments: Vec<String>,
    pub is_read: bool,
}

#[derive(Serialize, Deserialize)]
pub struct Sender {
    pub id: i64,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
}

/// Cases that a tag inside of the object names.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Event {
    Click {
        x: i64,
        y: i64,
        target: String,
    },
    View {
        page: String,
        seconds: f64,
    },
    Purchase {
        item: String,
        price: f64,
        count: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        coupon: Option<String>,
    },
}

/// Cases that only their fields tell apart.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum UntaggedEvent {
    Click {
        x: i64,
        y: i64,
        target: String,
    },
    View {
        page: String,
        seconds: f64,
    },
    Purchase {
        item: String,
        price: f64,
        count: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        coupon: Option<String>,
    },
}
