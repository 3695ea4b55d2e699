@rem Runs the build with the Gradle that this project pins. See gradlew for what it can do elsewhere.
@echo off
setlocal enabledelayedexpansion
set ROOT=%~dp0
for /f "usebackq tokens=1,* delims==" %%a in ("%ROOT%gradle\wrapper\gradle-wrapper.properties") do (
    if "%%a"=="distributionUrl" set URL=%%b
    if "%%a"=="distributionSha256Sum" set SHA256=%%b
)
set URL=%URL:\=%
for %%f in ("%URL:/=\%") do set VERSION=%%~nf
set VERSION=%VERSION:-bin=%
if "%GRADLE_USER_HOME%"=="" set GRADLE_USER_HOME=%USERPROFILE%\.gradle
set DIST=%GRADLE_USER_HOME%\tenure\%VERSION%

if not exist "%DIST%\bin\gradle.bat" (
    echo gradlew: downloading %URL%
    powershell -NoProfile -ExecutionPolicy Bypass -Command ^
        "$ErrorActionPreference = 'Stop'; $ProgressPreference = 'SilentlyContinue';" ^
        "New-Item -ItemType Directory -Force (Split-Path '%DIST%') | Out-Null;" ^
        "Invoke-WebRequest -UseBasicParsing '%URL%' -OutFile '%DIST%.zip';" ^
        "if ((Get-FileHash '%DIST%.zip' -Algorithm SHA256).Hash -ne '%SHA256%') {" ^
        "  Remove-Item '%DIST%.zip'; throw 'the download does not have the expected checksum' };" ^
        "Expand-Archive -Force '%DIST%.zip' (Split-Path '%DIST%'); Remove-Item '%DIST%.zip'"
    if errorlevel 1 exit /b 1
)
echo gradlew: %VERSION%

@rem After run, bench, chaos and simulate all arguments are the program's.
if "%1"=="run" goto program
if "%1"=="bench" goto program
if "%1"=="chaos" goto program
if "%1"=="simulate" goto program
call "%DIST%\bin\gradle.bat" --no-daemon --parallel --continue -p "%ROOT%." %*
exit /b %errorlevel%

:program
set TASK=%1
set PROGRAM_ARGS=
:next
shift
if "%~1"=="" goto start
set PROGRAM_ARGS=%PROGRAM_ARGS% %~1
goto next
:start
call "%DIST%\bin\gradle.bat" --no-daemon -q -p "%ROOT%." :%TASK% "-Pargs=%PROGRAM_ARGS%"
exit /b %errorlevel%
