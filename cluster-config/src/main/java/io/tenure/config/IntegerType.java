package io.tenure.config;

/** Whole numbers from a least to a greatest one; underscores may part the digits. */
record IntegerType(int least, int greatest) implements ValueType<Integer> {

  @Override
  public String name() {
    return "integer";
  }

  @Override
  public String allowed() {
    return least + " to " + greatest;
  }

  @Override
  public Integer parse(String text) throws BadValueException {
    if (!text.matches("-?[0-9](_?[0-9])*")) {
      throw new BadValueException("is not a whole number");
    }
    try {
      int value = Integer.parseInt(text.replace("_", ""));
      if (value >= least && value <= greatest) {
        return value;
      }
    } catch (NumberFormatException tooLong) {
      throw new BadValueException("is out of range");
    }
    throw new BadValueException("is out of range");
  }
}
