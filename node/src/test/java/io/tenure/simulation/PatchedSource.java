package io.tenure.simulation;

import io.tenure.kernel.LeaseKernel;
import io.tenure.replication.LeaderTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The product with one change in one source file. The file is compiled anew in memory, and a class
 * loader of its own runs the simulation on the result, so that the product itself needs no
 * switches.
 */
final class PatchedSource extends ClassLoader {

  private static final List<Path> ROOTS =
      Stream.of("..", ".")
          .flatMap(root -> Stream.of("node", "statemachine").map(Path.of(root)::resolve))
          .map(module -> module.resolve("src/main/java"))
          .toList();
  private static final List<String> PACKAGES =
      Stream.of(LeaseKernel.class, LeaderTime.class).map(Class::getPackageName).toList();

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all, since it remembers what it has read of jars and of the JDK. */
  private static final JavaFileManager LIBRARIES =
      COMPILER.getStandardFileManager(null, null, null);

  /** What our classes are when nothing is patched; each loader defines them anew. */
  private static final Map<String, byte[]> SOUND = new ConcurrentHashMap<>();

  private final Map<String, byte[]> compiled;

  private PatchedSource(Map<String, byte[]> compiled) {
    super(PatchedSource.class.getClassLoader());
    this.compiled = compiled;
  }

  /** Replaces a piece of a class by its simple name, which must be there exactly once. */
  @SuppressWarnings("unchecked")
  static LongFunction<String> trial(String className, String piece, String replacement) {
    String source = source(className);
    int at = source.indexOf(piece);
    if (at < 0 || source.indexOf(piece, at + 1) >= 0) {
      throw new IllegalArgumentException(className + " does not have once: " + piece);
    }
    PatchedSource loader =
        new PatchedSource(compile(className, source.replace(piece, replacement)));
    try {
      return (LongFunction<String>)
          loader.loadClass(Trial.class.getName()).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String source(String className) {
    Path path =
        PACKAGES.stream()
            .map(name -> name.replace('.', '/') + "/" + className + ".java")
            .flatMap(file -> ROOTS.stream().map(root -> root.resolve(file)))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("run this in the module's directory"));
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> compile(String className, String source) {
    StringWriter complaints = new StringWriter();
    InMemory files = new InMemory(LIBRARIES);
    List<String> options =
        List.of("-proc:none", "-cp", home(LeaseKernel.class, LeaderTime.class, Nullable.class));
    var unit = List.of(new Source(className, source));
    if (!COMPILER.getTask(complaints, files, null, options, null, unit).call()) {
      throw new IllegalArgumentException(complaints.toString());
    }
    return files.classes();
  }

  private static String home(Class<?>... classes) {
    return String.join(
        System.getProperty("path.separator"),
        Stream.of(classes)
            .map(each -> each.getProtectionDomain().getCodeSource().getLocation())
            .map(url -> Path.of(URI.create(url.toString())).toString())
            .toList());
  }

  /** All our classes are loaded here and not by the parent, so that they see the patched one. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("io.tenure.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] patched = compiled.get(name);
    byte[] bytes = patched != null ? patched : SOUND.get(name);
    if (bytes == null) {
      bytes = read(name);
      SOUND.put(name, bytes);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] read(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("memory:///" + className + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    InMemory(JavaFileManager files) {
      super(files);
    }

    Map<String, byte[]> classes() {
      Map<String, byte[]> classes = new HashMap<>();
      written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
      return classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          written.put(name, bytes);
          return bytes;
        }
      };
    }
  }
}
