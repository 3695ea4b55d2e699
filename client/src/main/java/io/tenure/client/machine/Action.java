package io.tenure.client.machine;

/** What is done when a claim goes from one state to the next. */
enum Action {
  SEND_POST("send POST"),
  SEND_ABORT("send PATCH (status=aborted)"),
  SEND_ACTIVATE("send PATCH (status=active)"),
  SEND_RELEASE("send PATCH (status=released)"),
  SEND_RENEW("send PATCH (ttl=...)"),
  SEND_WITHDRAW("send PATCH (status=withdrawn)"),
  ABANDON_POST("abandon POST"),
  CREATE_TIMEOUT("create timeout timer"),
  DELETE_TIMEOUT("delete timeout timer"),
  CREATE_RETRY("create retry timer"),
  DELETE_RETRY("delete retry timer"),
  CREATE_ACTIVATE("create activate timer"),
  DELETE_ACTIVATE("delete activate timer"),
  CREATE_RENEW("create renew timer"),
  DELETE_RENEW("delete renew timer"),
  CREATE_LEASE("create lease timer"),
  DELETE_LEASE("delete lease timer"),
  CREATE_WATCH("create watch"),
  DELETE_WATCH("delete watch"),
  KEEP("keep for later"),
  NOTIFY_REGISTERED("notify client claim is registered"),
  NOTIFY_WAITING("notify client of place in line"),
  NOTIFY_ACQUIRED("notify client lock is acquired"),
  NOTIFY_RENEWED("notify client lock is renewed"),
  NOTIFY_LOST("notify client lock is lost"),
  NOTIFY_RELEASED("notify client lock is released"),
  NOTIFY_CANCELLED("notify client claim is given up"),
  NOTIFY_TIMEOUT("notify client of timeout"),
  TERMINATE("terminate client");

  private final String text;

  Action(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
