package io.tenure.config;

/** Yes or no, as programs write it. */
record BooleanType() implements ValueType<Boolean> {

  @Override
  public String name() {
    return "boolean";
  }

  @Override
  public String allowed() {
    return "true or false";
  }

  @Override
  public Boolean parse(String text) throws BadValueException {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new BadValueException("is neither");
    };
  }
}
