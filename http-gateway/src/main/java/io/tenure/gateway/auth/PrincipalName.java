package io.tenure.gateway.auth;

/** What may be the name of a principal, whoever says so. */
public final class PrincipalName {

  private static final int LONGEST = 255;

  public static final String ALLOWED =
      "of 1 to " + LONGEST + " characters, none of them blank or a control character";

  private PrincipalName() {}

  public static boolean isValid(String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST
        && name.codePoints().noneMatch(PrincipalName::isUnfit);
  }

  private static boolean isUnfit(int character) {
    return Character.isISOControl(character)
        || Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.getType(character) == Character.FORMAT
        || Character.getType(character) == Character.SURROGATE;
  }
}
